// A table of content types and actions, with a checkbox for each permission and a button for its condition.
import { ActionIcon, Checkbox, Group, Table, Text, Tooltip } from '@mantine/core';
import { FilterIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';
import { TableBox } from '../../ui/TableBox.tsx';
import classes from './PermissionMatrix.module.css';
import { hasCondition, toggled, type PermissionRow } from './permissionTree.ts';

export interface Cell {
  readonly uid: string;
  readonly action: string;
}

interface Props {
  readonly label: string;
  readonly rows: readonly PermissionRow[];
  readonly actions: readonly string[];
  readonly labelOf: (uid: string) => string;
  readonly actionLabel: (action: string) => string;
  readonly readOnly: boolean;
  readonly onChange: (uid: string, changes: Readonly<Record<string, RoleAction>>) => void;
  readonly onEditCondition: (cell: Cell) => void;
}

export const PermissionMatrix = (props: Props) => {
  const { label, rows, actions, labelOf, actionLabel, readOnly, onChange, onEditCondition } = props;
  const t = useTranslations('admin.roles');
  return (
    <TableBox label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.type ?? ''}>{t('type')}</Table.Th>
          {actions.map((action) => (
            <Table.Th key={action}>{actionLabel(action)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ uid, actions: granted }) => {
          const values = Object.values(granted);
          const all = values.every(({ enabled }) => enabled);
          return (
            <Table.Tr key={uid}>
              <Table.Th scope="row" className={classes.type ?? ''}>
                <Checkbox
                  label={<Text fw={500}>{labelOf(uid)}</Text>}
                  aria-label={t('allOf', { type: labelOf(uid) })}
                  checked={all}
                  indeterminate={!all && values.some(({ enabled }) => enabled)}
                  disabled={readOnly}
                  onChange={() => {
                    onChange(
                      uid,
                      Object.fromEntries(
                        Object.entries(granted).map(([name, action]) => [name, toggled(action, !all)]),
                      ),
                    );
                  }}
                />
              </Table.Th>
              {actions.map((name) => {
                const action = granted[name];
                if (action === undefined) return <Table.Td key={name} />;
                const cellLabel = `${labelOf(uid)}: ${actionLabel(name)}`;
                return (
                  <Table.Td key={name}>
                    <Group gap={4} wrap="nowrap">
                      <Checkbox
                        aria-label={cellLabel}
                        checked={action.enabled}
                        disabled={readOnly}
                        onChange={(event) => {
                          onChange(uid, { [name]: toggled(action, event.currentTarget.checked) });
                        }}
                      />
                      {action.enabled ? (
                        <Tooltip label={t(hasCondition(action) ? 'withCondition' : 'withoutCondition')}>
                          <ActionIcon
                            variant={hasCondition(action) ? 'light' : 'subtle'}
                            color={hasCondition(action) ? 'indigo' : 'gray'}
                            size="sm"
                            aria-label={t('conditionOf', { permission: cellLabel })}
                            onClick={() => {
                              onEditCondition({ uid, action: name });
                            }}
                          >
                            <FilterIcon size={12} />
                          </ActionIcon>
                        </Tooltip>
                      ) : null}
                    </Group>
                  </Table.Td>
                );
              })}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </TableBox>
  );
};

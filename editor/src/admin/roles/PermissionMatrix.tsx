// A tree of content types below all types, with a checkbox for each permission and a button for its condition.
import { ActionIcon, Checkbox, Group, Table, Text, Tooltip } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, FilterIcon } from '@primer/octicons-react';
import { useState } from 'react';
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
  /** What all types may; the rows are below it, and include it. */
  readonly root: PermissionRow;
  readonly rows: readonly PermissionRow[];
  readonly actions: readonly string[];
  readonly labelOf: (uid: string) => string;
  readonly actionLabel: (action: string) => string;
  readonly readOnly: boolean;
  readonly onChange: (uid: string, changes: Readonly<Record<string, RoleAction>>) => void;
  readonly onEditCondition: (cell: Cell) => void;
}

export const PermissionMatrix = (props: Props) => {
  const { label, root, rows, actions, labelOf, actionLabel, readOnly, onChange, onEditCondition } = props;
  const t = useTranslations('admin.roles');
  const [isOpen, setIsOpen] = useState(true);
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
        {[root, ...(isOpen ? rows : [])].map((row) => {
          const { uid, actions: granted } = row;
          const isRoot = row === root;
          // A permission of its own counts for the type, and not that of all types.
          const isIncluded = (name: string): boolean =>
            !isRoot && granted[name]?.enabled === false && root.actions[name]?.enabled === true;
          const own = Object.entries(granted).filter(([name]) => !isIncluded(name));
          const all = own.every(([, { enabled }]) => enabled);
          const some = Object.entries(granted).some(([name, { enabled }]) => enabled || isIncluded(name));
          const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
          return (
            <Table.Tr key={uid} data-level={isRoot ? 1 : 2}>
              <Table.Th scope="row" className={classes.type ?? ''}>
                {isRoot && rows.length > 0 ? (
                  <ActionIcon
                    className={classes.toggle ?? ''}
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={t('eachType')}
                    aria-expanded={isOpen}
                    onClick={() => {
                      setIsOpen(!isOpen);
                    }}
                  >
                    <Chevron size={14} />
                  </ActionIcon>
                ) : null}
                <Checkbox
                  label={<Text fw={500}>{labelOf(uid)}</Text>}
                  aria-label={t('allOf', { type: labelOf(uid) })}
                  checked={all}
                  indeterminate={!all && some}
                  disabled={readOnly || own.length === 0}
                  onChange={() => {
                    onChange(uid, Object.fromEntries(own.map(([name, action]) => [name, toggled(action, !all)])));
                  }}
                />
              </Table.Th>
              {actions.map((name) => {
                const action = granted[name];
                if (action === undefined) return <Table.Td key={name} />;
                const cellLabel = `${labelOf(uid)}: ${actionLabel(name)}`;
                const included = isIncluded(name) ? t('included', { type: labelOf(root.uid) }) : undefined;
                return (
                  <Table.Td key={name}>
                    <Group gap={4} wrap="nowrap" title={included}>
                      <Checkbox
                        aria-label={included === undefined ? cellLabel : `${cellLabel}. ${included}`}
                        checked={action.enabled || included !== undefined}
                        disabled={readOnly || included !== undefined}
                        onChange={(event) => {
                          onChange(uid, { [name]: toggled(action, event.currentTarget.checked) });
                        }}
                      />
                      {action.enabled || included !== undefined ? (
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

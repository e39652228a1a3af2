// What a role may do with each content type: a tree of types below all types, with a checkbox for each permission and a button for
// its condition.
import { ActionIcon, Checkbox, Group, Table, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDownIcon, ChevronRightIcon, FilterIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';
import { useSchema } from '../../api/schema.ts';
import { TableBox } from '../../ui/TableBox.tsx';
import { ConditionDialog } from './ConditionDialog.tsx';
import classes from './ContentPermissions.module.css';
import { hasCondition, toggled, type PermissionRow } from './permissionTree.ts';

const contentActions = ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'versions', 'review'] as const;

type ContentAction = (typeof contentActions)[number];

/** The permissions on every content type, also on those that are added later. */
const allTypesUid = 'api::*.*';

interface Props {
  readonly rows: readonly PermissionRow[];
  readonly readOnly: boolean;
  readonly onChange: (uid: string, changes: Readonly<Record<string, RoleAction>>) => void;
}

export const ContentPermissions = ({ rows, readOnly, onChange }: Props) => {
  const t = useTranslations('admin.roles');
  const { types } = useSchema();
  const [cell, setCell] = useState<{ readonly uid: string; readonly action: string }>();
  const [isOpen, { toggle }] = useDisclosure(true);
  const root = rows.find(({ uid }) => uid === allTypesUid) ?? { uid: allTypesUid, actions: {} };
  const others = rows.filter((row) => row !== root);
  const actions = contentActions.filter((action) => rows.some((row) => row.actions[action] !== undefined));
  const labelOf = (uid: string) => (uid === allTypesUid ? t('allTypes') : (types.get(uid)?.displayName ?? uid));
  const actionLabel = (action: string) => t(`actions.${action as ContentAction}`);
  const edited = cell === undefined ? undefined : rows.find(({ uid }) => uid === cell.uid)?.actions[cell.action];
  return (
    <>
      <TableBox label={t('contentPermissions')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.type ?? ''}>{t('type')}</Table.Th>
            {actions.map((action) => (
              <Table.Th key={action}>{actionLabel(action)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[root, ...(isOpen ? others : [])].map((row) => {
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
                  {isRoot && others.length > 0 ? (
                    <ActionIcon
                      className={classes.toggle ?? ''}
                      variant="subtle"
                      color="gray"
                      size="sm"
                      aria-label={t('eachType')}
                      aria-expanded={isOpen}
                      onClick={toggle}
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
                    onChange={() =>
                      onChange(uid, Object.fromEntries(own.map(([name, action]) => [name, toggled(action, !all)])))
                    }
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
                          onChange={(event) => onChange(uid, { [name]: toggled(action, event.currentTarget.checked) })}
                        />
                        {action.enabled || included !== undefined ? (
                          <Tooltip label={t(hasCondition(action) ? 'withCondition' : 'withoutCondition')}>
                            <ActionIcon
                              variant={hasCondition(action) ? 'light' : 'subtle'}
                              color={hasCondition(action) ? 'indigo' : 'gray'}
                              size="sm"
                              aria-label={t('conditionOf', { permission: cellLabel })}
                              onClick={() => setCell({ uid, action: name })}
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
      {cell === undefined || edited === undefined ? null : (
        <ConditionDialog
          title={`${labelOf(cell.uid)}: ${actionLabel(cell.action)}`}
          type={types.get(cell.uid)}
          takesFilter={cell.uid !== allTypesUid}
          stages={cell.action === 'review' ? types.get(cell.uid)?.stages : undefined}
          action={edited}
          onClose={() => setCell(undefined)}
          onSave={(action) => {
            onChange(cell.uid, { [cell.action]: action });
            setCell(undefined);
          }}
        />
      )}
    </>
  );
};

// What a role may do with each content type, with the conditions.
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';
import { useSchema } from '../../api/schema.ts';
import { ConditionDialog } from './ConditionDialog.tsx';
import { PermissionMatrix, type Cell } from './PermissionMatrix.tsx';
import type { PermissionRow } from './permissionTree.ts';

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
  const [cell, setCell] = useState<Cell>();
  const isForAll = ({ uid }: PermissionRow): boolean => uid === allTypesUid;
  const labelOf = (uid: string) => (uid === allTypesUid ? t('allTypes') : (types.get(uid)?.displayName ?? uid));
  const actionLabel = (action: string) => t(`actions.${action as ContentAction}`);
  const edited = cell === undefined ? undefined : rows.find(({ uid }) => uid === cell.uid)?.actions[cell.action];
  return (
    <>
      <PermissionMatrix
        label={t('contentPermissions')}
        root={rows.find(isForAll) ?? { uid: allTypesUid, actions: {} }}
        rows={rows.filter((row) => !isForAll(row))}
        actions={contentActions.filter((action) => rows.some(({ actions }) => actions[action] !== undefined))}
        labelOf={labelOf}
        actionLabel={actionLabel}
        readOnly={readOnly}
        onChange={onChange}
        onEditCondition={setCell}
      />
      {cell === undefined || edited === undefined ? null : (
        <ConditionDialog
          title={`${labelOf(cell.uid)}: ${actionLabel(cell.action)}`}
          type={types.get(cell.uid)}
          takesFilter={cell.uid !== allTypesUid}
          stages={cell.action === 'review' ? types.get(cell.uid)?.stages : undefined}
          action={edited}
          onClose={() => {
            setCell(undefined);
          }}
          onSave={(action) => {
            onChange(cell.uid, { [cell.action]: action });
            setCell(undefined);
          }}
        />
      )}
    </>
  );
};

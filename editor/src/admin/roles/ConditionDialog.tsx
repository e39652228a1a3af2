// Restricts a permission to some documents: those that the user created, those that match a filter, or both; and to some stages.
import { MultiSelect, Skeleton, Switch } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';
import { withoutStages } from '../../schema/columns.ts';
import type { ContentType } from '../../schema/types.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { checkedProps } from '../../ui/inputProps.ts';

/** Large, and without a filter not needed. */
const FilterTreeField = lazy(() => import('../../lists/filters/FilterTreeField.tsx'));

type Filters = NonNullable<RoleAction['filters']>;

interface Props {
  /** Undefined for a type that the user may not see. */
  readonly type: ContentType | undefined;
  /** What the permission is called. */
  readonly title: string;
  /** A permission on all types takes no filter. */
  readonly takesFilter: boolean;
  /** Those that the permission can be limited to; undefined: it moves no documents. */
  readonly stages: readonly string[] | undefined;
  readonly action: RoleAction;
  readonly onClose: () => void;
  readonly onSave: (action: RoleAction) => void;
}

export const ConditionDialog = ({ title, type, takesFilter, stages, action, onClose, onSave }: Props) => {
  const t = useTranslations('admin.roles');
  const [own, setOwn] = useState(action.own === true);
  const [chosen, setChosen] = useState(action.stages ?? []);
  const [stored] = useState<Filters>(action.filters ?? {});
  const [filters, setFilters] = useState<Filters | undefined>(stored);
  const save = () => {
    if (filters === undefined) return;
    const isEmpty = Object.keys(filters).length === 0;
    onSave({
      enabled: true,
      ...(own ? { own } : {}),
      ...(isEmpty ? {} : { filters }),
      ...(chosen.length === 0 ? {} : { stages: chosen }),
    });
  };
  return (
    <FormDialog
      title={title}
      submitLabel={t('apply')}
      disabled={filters === undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <Switch label={t('own')} description={t('ownHint')} {...checkedProps(own, setOwn)} />
      {stages === undefined ? null : (
        <MultiSelect
          label={t('stages')}
          description={t('stagesHint')}
          data={[...stages]}
          value={[...chosen]}
          onChange={setChosen}
        />
      )}
      {takesFilter ? (
        <Suspense fallback={<Skeleton height={96} />}>
          <FilterTreeField type={type && withoutStages(type)} filters={stored} onChange={setFilters} />
        </Suspense>
      ) : null}
    </FormDialog>
  );
};

// Restricts a permission to some documents: those that the user created, those that match a filter, or both; and to some stages.
import { Button, Group, Modal, MultiSelect, Skeleton, Stack, Switch } from '@mantine/core';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';
import { withoutStages } from '../../schema/columns.ts';
import type { ContentType } from '../../schema/types.ts';

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
  const common = useTranslations('common');
  const [own, setOwn] = useState(action.own === true);
  const [chosen, setChosen] = useState(action.stages ?? []);
  const [stored] = useState<Filters>(action.filters ?? {});
  const [filters, setFilters] = useState<Filters | undefined>(stored);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
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
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={save}>
        <Stack>
          <Switch
            label={t('own')}
            description={t('ownHint')}
            checked={own}
            onChange={(event) => {
              setOwn(event.currentTarget.checked);
            }}
          />
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" disabled={filters === undefined}>
              {t('apply')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

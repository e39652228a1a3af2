// What can be done with the selected documents.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BulkAction } from '../api/bulk.ts';
import { documentCountQuery, type ListedDocument, type QueryParameters } from '../api/documents.ts';
import { useMay } from '../api/editor.ts';
import { useMayFillReleases, useMayRelease } from '../api/mayRelease.ts';
import type { ContentType } from '../schema/types.ts';
import { useDuplicate } from '../ui/useDuplicate.tsx';
import { bulkAttributes } from './bulkAttributes.ts';
import { BulkDialog } from './BulkDialog.tsx';
import type { Selection } from './useSelection.ts';

const AddToReleaseDialog = lazy(() => import('./AddToReleaseDialog.tsx'));

interface Props {
  readonly type: ContentType;
  /** Which documents the list has. */
  readonly query: QueryParameters;
  readonly locale: string | undefined;
  readonly documents: readonly ListedDocument[];
  readonly selection: Selection;
}

export const SelectionBar = ({ type, query, locale, documents, selection }: Props) => {
  const t = useTranslations('lists.selection');
  const common = useTranslations('common');
  const may = useMay();
  const [action, setAction] = useState<BulkAction | 'release'>();
  const { data: total = 0 } = useQuery(documentCountQuery(type, query));
  const { mayDuplicate, duplicate, dialog } = useDuplicate(type, locale);
  const mayRelease = useMayRelease();
  const mayFillReleases = useMayFillReleases();
  const selected = documents.filter(({ documentId }) => selection.state[documentId] === true);
  if (selected.length === 0 && action === undefined) return null;
  const { isWhole } = selection;
  const mayPublish = type.draftAndPublish && may('publish', type.uid);
  const mayEdit = may('update', type.uid) && Object.keys(bulkAttributes(type)).length > 0;
  const count = isWhole ? Math.max(total, selected.length) : selected.length;
  const chosen = isWhole ? undefined : selected;
  const close = () => setAction(undefined);
  const actions: readonly NonNullable<typeof action>[] = [
    ...(mayPublish ? (['publish', 'unpublish'] as const) : []),
    ...(mayFillReleases && mayRelease(type) ? (['release'] as const) : []),
    ...(mayEdit ? (['update'] as const) : []),
    ...(type.stages !== undefined && may('review', type.uid) ? (['stage'] as const) : []),
    ...(type.stages !== undefined && may('update', type.uid) ? (['assignee'] as const) : []),
    ...(may('delete', type.uid) ? (['delete'] as const) : []),
  ];
  return (
    <Group
      component="section"
      {...{ gap: 'xs', px: 'md', py: 'xs', bg: 'var(--mantine-primary-color-light)' }}
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
      aria-label={t('label')}
    >
      <Text size="sm" fw={600} aria-live="polite">
        {t('count', { count })}
      </Text>
      {!isWhole && total > selected.length && actions.length > 0 ? (
        <Button size="xs" variant="subtle" onClick={selection.selectWhole}>
          {t('whole', { count: total })}
        </Button>
      ) : null}
      {actions.map((one) => (
        <Button key={one} size="xs" variant={one === 'publish' ? 'filled' : 'default'} onClick={() => setAction(one)}>
          {t(one)}
        </Button>
      ))}
      {mayDuplicate && selected.length === 1 ? (
        <Button size="xs" variant="default" onClick={() => duplicate(selected[0]?.documentId ?? '')}>
          {common('duplicate.confirm')}
        </Button>
      ) : null}
      {dialog}
      <Button size="xs" variant="subtle" onClick={selection.clear}>
        {t('clear')}
      </Button>
      {action === 'release' ? (
        <Suspense>
          <AddToReleaseDialog {...{ type, locale, query, count }} documents={chosen} onClose={close} />
        </Suspense>
      ) : action === undefined ? null : (
        <BulkDialog
          key={action}
          {...{ type, locale, action, selection, query, count }}
          documents={selected}
          onClose={close}
        />
      )}
    </Group>
  );
};

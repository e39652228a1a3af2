// Asks before many documents are changed, and starts the job that changes them.
import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isReview, startJob, type BulkAction, type BulkChange } from '../api/bulk.ts';
import { withQuery } from '../api/client.ts';
import { documentsKey, type ListedDocument, type QueryParameters } from '../api/documents.ts';
import { useLocales } from '../api/locales.ts';
import type { ContentType } from '../schema/types.ts';
import { useDeleteText } from '../trash/useDeletedNotice.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useAction } from '../ui/useAction.ts';
import { showJob } from './showJob.tsx';
import type { Selection } from './useSelection.ts';

/** It brings the fields. */
const BulkEditForm = lazy(() => import('./BulkEditForm.tsx'));

const BulkReviewForm = lazy(() => import('./BulkReviewForm.tsx'));

interface QuestionProps {
  readonly type: ContentType;
  readonly action: 'publish' | 'unpublish' | 'delete';
  /** How many documents are changed. */
  readonly count: number;
  readonly isPending: boolean;
  readonly onRun: (change: BulkChange) => void;
  readonly onCancel: () => void;
}

const Question = ({ type, action, count, isPending, onRun, onCancel }: QuestionProps) => {
  const t = useTranslations('lists.bulk');
  const words = useTranslations('common');
  const verbs = useTranslations('lists.selection');
  const locales = useLocales();
  const deleteText = useDeleteText(type.uid);
  const [allLocales, setAllLocales] = useState(false);
  return (
    <Stack>
      <Text size="sm">{action === 'delete' ? deleteText(count) : t(`${action}Text`)}</Text>
      {action === 'delete' && type.localized && locales.length > 1 ? (
        <Checkbox
          label={t('allLocales')}
          checked={allLocales}
          onChange={(event) => setAllLocales(event.currentTarget.checked)}
        />
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {words('cancel')}
        </Button>
        <Button
          {...(action === 'delete' ? { color: 'red.9' } : {})}
          loading={isPending}
          onClick={() => onRun({ action, ...(allLocales ? { locale: '*' } : {}) })}
        >
          {verbs(action)}
        </Button>
      </Group>
    </Stack>
  );
};

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly action: BulkAction;
  /** The selected ones among those that are loaded. */
  readonly documents: readonly ListedDocument[];
  readonly query: QueryParameters;
  readonly count: number;
  readonly selection: Selection;
  readonly onClose: () => void;
}

export const BulkDialog = ({ type, locale, action, documents, query, count, selection, onClose }: Props) => {
  const t = useTranslations('lists.bulk');
  const client = useQueryClient();
  const { q, ...filters } = query;
  const documentIds = documents.map(({ documentId }) => documentId);
  const start = useAction({
    run: (change: BulkChange) =>
      startJob({
        ...{ type: type.uid, ...(locale === undefined ? {} : { locale }), ...change },
        ...(selection.isWhole
          ? { query: withQuery('', { ...filters, search: q }).slice(1), expected: count }
          : { documentIds }),
        // Also if another number of documents matches now.
      }).finally(() => void client.invalidateQueries({ queryKey: documentsKey(type.uid) })),
    onSuccess: (job) => {
      showJob(job, true);
      selection.set(Object.fromEntries(job.failures.map(({ documentId }) => [documentId, true as const])));
      onClose();
    },
  });
  const shared = { type, count, isPending: start.isPending, onRun: start.mutate, onCancel: onClose };
  return (
    <Dialog onClose={onClose} title={t(`${action}Title`, { count })}>
      <Suspense fallback={<Loader />}>
        {action === 'update' ? (
          <BulkEditForm {...shared} locale={locale} />
        ) : isReview(action) ? (
          <BulkReviewForm {...{ ...shared, locale, action }} documentId={documentIds[0] ?? ''} />
        ) : (
          <Question {...shared} action={action} />
        )}
      </Suspense>
    </Dialog>
  );
};

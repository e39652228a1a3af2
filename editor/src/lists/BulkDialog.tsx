// Asks before many documents are changed, shows the progress, and lists what failed.
import { Alert, Button, Checkbox, Group, Loader, Modal, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isReview, type BulkAction, type BulkChange, type ReviewAction } from '../api/bulk.ts';
import type { ListedDocument, QueryParameters } from '../api/documents.ts';
import { useLocales } from '../api/locales.ts';
import type { ContentType } from '../schema/types.ts';
import { useDeletedNotice, useDeleteText } from '../trash/useDeletedNotice.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { useErrorText } from '../ui/useErrorText.ts';
import { useScreenGuard } from '../ui/useScreenGuard.ts';
import { toText } from './titleOf.ts';
import { useBulk, type BulkEnd } from './useBulk.ts';
import type { Selection } from './useSelection.ts';

/** It brings the rules of the form. */
const BulkFailures = lazy(() => import('./BulkFailures.tsx'));

/** It brings the fields. */
const BulkEditForm = lazy(() => import('./BulkEditForm.tsx'));

const BulkReviewForm = lazy(() => import('./BulkReviewForm.tsx'));

interface ProgressProps {
  readonly text: string;
  /** From 0 to 100. */
  readonly value: number;
  /** What the button says. */
  readonly stop: string;
  readonly onStop: () => void;
}

const WorkProgress = ({ text, value, stop, onStop }: ProgressProps) => (
  <Stack>
    <Progress value={value} aria-label={text} />
    <Text size="sm" aria-live="polite">
      {text}
    </Text>
    <Group justify="flex-end">
      <Button variant="default" onClick={onStop}>
        {stop}
      </Button>
    </Group>
  </Stack>
);

interface QuestionProps {
  readonly type: ContentType;
  readonly action: Exclude<BulkAction, 'update' | ReviewAction>;
  readonly locale: string | undefined;
  /** How many documents are changed. */
  readonly count: number;
  readonly onRun: (change: BulkChange) => void;
  readonly onCancel: () => void;
}

const Question = ({ type, action, locale, count, onRun, onCancel }: QuestionProps) => {
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
          onChange={(event) => {
            setAllLocales(event.currentTarget.checked);
          }}
        />
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {words('cancel')}
        </Button>
        <Button
          {...(action === 'delete' ? { color: 'red.9' } : {})}
          onClick={() => {
            onRun({ action, locale: allLocales ? '*' : locale });
          }}
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
  /** Undefined: all that match the query. */
  readonly documents: readonly ListedDocument[] | undefined;
  readonly query: QueryParameters;
  /** How many match the query, as far as the list knows. */
  readonly expected: number;
  readonly selection: Selection;
  readonly onClose: () => void;
}

export const BulkDialog = ({ type, locale, action, documents, query, expected, selection, onClose }: Props) => {
  const t = useTranslations('lists.bulk');
  const words = useTranslations('common');
  const errorText = useErrorText();
  const deleted = useDeletedNotice();
  const standard = useLocales().find(({ isDefault }) => isDefault)?.code;
  const offerRestore = ({ changed, change }: BulkEnd) => {
    const locale = type.localized && change.locale !== '*' ? (change.locale ?? standard) : undefined;
    const targets = changed.map(({ documentId, values }) => {
      const own = toText(values[type.mainAttribute]);
      return { uid: type.uid, documentId, locale, title: own === '' ? undefined : own };
    });
    if (targets.length > 0) deleted(t('deleted', { count: targets.length }), targets);
  };
  const bulk = useBulk(type, query, documents, (end) => {
    const { failures, done, error } = end;
    const isDeletion = end.change.action === 'delete';
    if (isDeletion) offerRestore(end);
    if (error !== undefined || done < bulk.documents.length) return;
    selection.set(Object.fromEntries(failures.map(({ documentId }) => [documentId, true as const])));
    if (failures.length > 0) return;
    if (!isDeletion) notifications.show({ message: t('done', { count: done }), color: 'green' });
    onClose();
  });
  const { step } = bulk;
  const total = bulk.documents.length;
  const isRunning = step.name === 'running';
  useScreenGuard(isRunning, { title: t('leaveTitle'), text: t('leaveText') });
  const title =
    step.name === 'reading' || step.name === 'unread'
      ? t('reading')
      : step.name === 'result' && step.done === total && step.error === undefined
        ? t('failedTitle', { failed: step.failures.length, total })
        : t(`${action}Title`, { count: total });
  const stopped =
    step.name !== 'result'
      ? undefined
      : step.error !== undefined
        ? t('stopped', { message: errorText(step.error) })
        : step.done < total
          ? t('canceled', { done: step.done, total })
          : undefined;
  const titles = new Map(
    bulk.documents.map(({ documentId, values }) => [documentId, toText(values[type.mainAttribute])]),
  );

  return (
    <Modal opened onClose={isRunning ? () => undefined : onClose} withCloseButton={!isRunning} title={title}>
      {step.name === 'reading' ? (
        <WorkProgress
          text={t('found', { count: step.done })}
          value={(100 * step.done) / Math.max(expected, step.done, 1)}
          stop={words('cancel')}
          onStop={onClose}
        />
      ) : step.name === 'unread' ? (
        <ErrorMessage error={step.error} />
      ) : step.name === 'running' ? (
        <WorkProgress
          text={t('progress', { done: step.done, total })}
          value={(100 * step.done) / total}
          stop={t('stop')}
          onStop={bulk.stop}
        />
      ) : step.name === 'result' ? (
        <Stack>
          {stopped === undefined ? null : <Alert color={step.error === undefined ? 'blue' : 'red'}>{stopped}</Alert>}
          <ScrollArea.Autosize mah="50vh">
            <Suspense fallback={<Loader />}>
              <BulkFailures {...{ type, locale, titles }} failures={step.failures} />
            </Suspense>
          </ScrollArea.Autosize>
          <Group justify="flex-end">
            <Button onClick={onClose}>{words('close')}</Button>
          </Group>
        </Stack>
      ) : action === 'update' ? (
        <Suspense fallback={<Loader />}>
          <BulkEditForm {...{ type, locale, count: total }} onRun={bulk.run} onCancel={onClose} />
        </Suspense>
      ) : isReview(action) ? (
        <Suspense fallback={<Loader />}>
          <BulkReviewForm
            {...{ type, locale, action, count: total, documentId: bulk.documents[0]?.documentId ?? '' }}
            onRun={bulk.run}
            onCancel={onClose}
          />
        </Suspense>
      ) : (
        <Question {...{ type, action, locale }} count={total} onRun={bulk.run} onCancel={onClose} />
      )}
    </Modal>
  );
};

// A notice about a change of many documents: how far it is, what failed, and the way back.
import { Button, Group, Loader, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isRunning, jobQuery, type BulkJob } from '../api/bulk.ts';
import { call } from '../api/call.ts';
import { documentsKey } from '../api/documents.ts';
import { useSchema } from '../api/schema.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { noticeMs } from '../ui/showActionNotice.tsx';
import { useAction } from '../ui/useAction.ts';

/** It brings the rules of the form. */
const BulkFailures = lazy(() => import('./BulkFailures.tsx'));

interface Props {
  readonly initial: BulkJob;
  /** Whether the user has just started it: what failed is listed at once. */
  readonly isNew: boolean;
  readonly onHide: () => void;
}

const JobNotice = ({ initial, isNew, onHide }: Props) => {
  const t = useTranslations('lists.bulk');
  const words = useTranslations('common');
  const client = useQueryClient();
  const { types } = useSchema();
  const { pathname } = useLocation();
  const { data: job } = useQuery({ ...jobQuery(initial.id), initialData: initial });
  // A link leads away from the list.
  const [listedOn, setListedOn] = useState(isNew && initial.failures.length > 0 ? pathname : undefined);
  const { id, action, state, total, changed, failed, undone, left, failures } = job;
  const isActive = isRunning(job);
  const notice = useRef<HTMLDivElement>(null);
  const type = types.get(job.type);
  const locale = job.locale === null || job.locale === '*' ? undefined : job.locale;
  useEffect(() => {
    if (!isActive) void client.invalidateQueries({ queryKey: documentsKey(job.type) });
  }, [client, isActive, job.type]);
  const keep = ({ data }: { readonly data: BulkJob }) => {
    if (data.state === 'undone' && data.left === 0) {
      onHide();
      notifications.show({ message: t('undone', { count: data.undone }), color: 'green' });
    } else client.setQueryData(jobQuery(id).queryKey, data);
  };
  const changing = { changes: documentsKey(job.type), onSuccess: keep };
  const stop = useAction({ run: () => call('POST /api/editor/bulk/jobs/{id}/cancel', { id }), ...changing });
  const undo = useAction({ run: () => call('POST /api/editor/bulk/jobs/{id}/undo', { id }), ...changing });
  const isUndo = undone + left > 0 || state === 'undoing';
  const [done, all] = isUndo ? [undone + left, changed + undone + left] : [changed + failed, total];
  const text = isActive
    ? t('progress', { done, total: all })
    : state === 'undone'
      ? t('undone', { count: undone })
      : state === 'canceled'
        ? t('canceled', { done, total: all })
        : t(action === 'delete' ? 'deleted' : 'done', { count: changed });
  const refused = isUndo ? t('left', { count: left }) : t('failedTitle', { failed, total });
  const close = () => {
    setListedOn(undefined);
    // The dialog before it is gone.
    notice.current?.querySelector('button')?.focus();
  };
  const list = () => setListedOn(pathname);
  const buttons: readonly (readonly [label: string, isOffered: boolean, press: () => void])[] = [
    [t('stop'), isActive, stop.mutate],
    [t('which'), failures.length > 0 && type !== undefined, list],
    [t('undo'), job.canUndo, undo.mutate],
  ];
  return (
    <Stack gap="xs" ref={notice}>
      {isActive ? <Progress value={(100 * done) / Math.max(all, 1)} aria-label={text} /> : null}
      {/* Not each step is announced. */}
      <Text size="sm" aria-live={isActive ? 'off' : undefined}>
        {text}
      </Text>
      {failures.length > 0 ? <Text size="sm">{refused}</Text> : null}
      <Group justify="flex-end" gap="xs">
        {buttons.map(([label, isOffered, press]) =>
          isOffered ? (
            <Button
              key={label}
              variant="default"
              size="compact-sm"
              loading={stop.isPending || undo.isPending}
              onClick={press}
            >
              {label}
            </Button>
          ) : null,
        )}
      </Group>
      {type === undefined || listedOn !== pathname ? null : (
        <Dialog onClose={close} title={refused}>
          <Stack>
            <ScrollArea.Autosize mah="50vh">
              <Suspense fallback={<Loader />}>
                <BulkFailures {...{ type, failures, locale }} count={isUndo ? left : failed} />
              </Suspense>
            </ScrollArea.Autosize>
            <Group justify="flex-end">
              <Button onClick={close}>{words('close')}</Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </Stack>
  );
};

/**
 * Shows a job on all screens, until the user closes the notice: then the server forgets the job.
 *
 * @param isNew whether the user has just started it. A short one without failures closes by itself
 */
export const showJob = (job: BulkJob, isNew = false): void => {
  const id = `job ${job.id}`;
  const onHide = () => {
    notifications.hide(id);
  };
  notifications.show({
    ...{ id, autoClose: isNew && !isRunning(job) && job.failed === 0 ? noticeMs : false },
    // Five notices fit: those that stay keep no other one, such as an error, from being seen.
    priority: -1,
    message: (
      <Suspense>
        <JobNotice initial={job} {...{ isNew, onHide }} />
      </Suspense>
    ),
    // One that runs comes back with the next page.
    onClose: () => void call('DELETE /api/editor/bulk/jobs/{id}', { id: job.id }).catch(() => undefined),
  });
};

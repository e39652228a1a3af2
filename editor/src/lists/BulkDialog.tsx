// Asks before many documents are changed, shows the progress, and lists what failed.
import { Alert, Button, Checkbox, Group, Loader, Modal, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeMany, documentsKey, type BulkAction, type BulkFailure, type ListedDocument } from '../api/documents.ts';
import { useLocales } from '../api/locales.ts';
import type { ContentType } from '../schema/types.ts';
import { toText } from './titleOf.ts';
import type { Selection } from './useSelection.ts';

/** It brings the rules of the form. */
const BulkFailures = lazy(() => import('./BulkFailures.tsx'));

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly action: BulkAction;
  readonly documents: readonly ListedDocument[];
  readonly selection: Selection;
  readonly onClose: () => void;
}

type Step = 'question' | 'running' | { readonly failures: readonly BulkFailure[]; readonly stopped?: string };

export const BulkDialog = ({ type, locale, action, documents, selection, onClose }: Props) => {
  const t = useTranslations('lists.bulk');
  const words = useTranslations('common');
  const verbs = useTranslations('lists.selection');
  const client = useQueryClient();
  const locales = useLocales();
  // The selection changes while the dialog shows what failed.
  const [chosen] = useState(documents);
  const [step, setStep] = useState<Step>('question');
  const [done, setDone] = useState(0);
  const [allLocales, setAllLocales] = useState(false);
  const total = chosen.length;
  const titles = new Map(chosen.map(({ documentId, values }) => [documentId, toText(values[type.mainAttribute])]));

  const finish = (failures: readonly BulkFailure[], stopped?: string) => {
    void client.invalidateQueries({ queryKey: documentsKey(type.uid) });
    if (failures.length === 0 && stopped === undefined) {
      notifications.show({ message: t('done', { count: total }), color: 'green' });
      selection.clear();
      onClose();
      return;
    }
    if (stopped === undefined)
      selection.set(Object.fromEntries(failures.map(({ documentId }) => [documentId, true as const])));
    setStep({ failures, ...(stopped === undefined ? {} : { stopped }) });
  };
  const run = () => {
    setStep('running');
    changeMany(
      type.name,
      action,
      chosen.map(({ documentId }) => documentId),
      allLocales ? '*' : locale,
      setDone,
    ).then(finish, (error: unknown) => {
      finish([], error instanceof Error ? error.message : String(error));
    });
  };

  return (
    <Modal
      opened
      onClose={step === 'running' ? () => undefined : onClose}
      withCloseButton={step !== 'running'}
      title={
        typeof step === 'object' && step.stopped === undefined
          ? t('failedTitle', { failed: step.failures.length, total })
          : t(`${action}Title`, { count: total })
      }
    >
      {step === 'question' ? (
        <Stack>
          <Text size="sm">{t(`${action}Text`)}</Text>
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
            <Button variant="default" onClick={onClose} data-autofocus>
              {words('cancel')}
            </Button>
            <Button {...(action === 'delete' ? { color: 'red.9' } : {})} onClick={run}>
              {verbs(action)}
            </Button>
          </Group>
        </Stack>
      ) : step === 'running' ? (
        <Stack>
          <Progress value={(100 * done) / total} aria-label={t('progress', { done, total })} />
          <Text size="sm" aria-live="polite">
            {t('progress', { done, total })}
          </Text>
        </Stack>
      ) : (
        <Stack>
          {step.stopped === undefined ? null : <Alert color="red">{t('stopped', { message: step.stopped })}</Alert>}
          <ScrollArea.Autosize mah="50vh">
            <Suspense fallback={<Loader />}>
              <BulkFailures {...{ type, locale, titles }} failures={step.failures} />
            </Suspense>
          </ScrollArea.Autosize>
          <Group justify="flex-end">
            <Button onClick={onClose}>{words('close')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
};

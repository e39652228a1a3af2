// Says above the form why a document is not saved.
import { Button, Group, Alert } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import { FaultSummary, type DocumentForm } from '../../form/index.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import type { DocumentSaver } from './DocumentSaver.ts';
import { useSavingState } from './useSavingState.ts';

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

export const SavingFaults = ({ form, saver }: Props) => {
  const t = useTranslations('document.saving');
  const common = useTranslations('common');
  const may = useMay();
  const state = useSavingState(saver);
  const retry = () => void saver.save();
  return (
    <>
      {state.kind === 'waiting' ? (
        <Alert color="yellow" role="alert">
          <Group justify="space-between">
            {t('waitingText')}
            <Button variant="default" onClick={retry}>
              {common('retry')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {state.kind === 'deleted' ? (
        <Alert color="red" role="alert">
          <Group justify="space-between">
            {t('deletedText')}
            {may(form.type.kind === 'singleType' ? 'update' : 'create', form.type.uid) ? (
              <Button onClick={() => void saver.saveAsNew()}>{t('saveAsNew')}</Button>
            ) : null}
          </Group>
        </Alert>
      ) : null}
      {state.kind === 'failed' ? <ErrorMessage error={state.error} onRetry={retry} /> : null}
      <FaultSummary form={form} others={state.kind === 'refused' ? state.others : []} />
    </>
  );
};

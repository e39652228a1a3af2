// Says above the form why a document is not saved.
import { Button, Group, Alert } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../api/client.ts';
import { useMay } from '../../api/editor.ts';
import { FaultSummary } from '../../form/FaultSummary.tsx';
import type { DocumentForm } from '../../form/formStore.ts';
import { faultsId } from '../../form/revealField.ts';
import { labelOf } from '../../schema/labelOf.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import type { DocumentSaver } from './DocumentSaver.ts';
import { useIsTextKept, useSavingState } from './useSavingState.ts';
import classes from './SavingFaults.module.css';

/** The key of a body that the API does not know: the content type had the attribute when the page was loaded. */
const removedKeyOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.details.source === 'body' && typeof error.details.key === 'string'
    ? error.details.key
    : undefined;

const SavingError = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const t = useTranslations('document.saving');
  const common = useTranslations('common');
  const removed = removedKeyOf(error);
  if (removed === undefined) return <ErrorMessage error={error} onRetry={onRetry} />;
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between">
        {t('removedText', { attribute: labelOf(removed) })}
        <Button variant="light" color="red" onClick={() => window.location.reload()}>
          {common('reload')}
        </Button>
      </Group>
    </Alert>
  );
};

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

export const SavingFaults = ({ form, saver }: Props) => {
  const t = useTranslations('document.saving');
  const common = useTranslations('common');
  const may = useMay();
  const state = useSavingState(saver);
  const isKept = useIsTextKept(saver);
  const isSoonSaved =
    ['saved', 'saving', 'unpublished'].includes(state.kind) || (state.kind === 'changed' && saver.isAutomatic);
  const retry = () => void saver.save();
  return (
    <div id={faultsId(form)} tabIndex={-1} className={classes.faults}>
      {isKept || isSoonSaved ? null : (
        <Alert color="red" role="alert">
          {t('notKeptText')}
        </Alert>
      )}
      {state.kind === 'waiting' ? (
        <Alert color="yellow" role="alert">
          <Group justify="space-between">
            {t(isKept ? 'waitingText' : 'waitingTextLost')}
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
      {state.kind === 'failed' ? <SavingError error={state.error} onRetry={retry} /> : null}
      {state.kind === 'unpublished' && state.error !== undefined ? (
        <ErrorMessage error={state.error} onRetry={() => void saver.publish()} />
      ) : null}
      <FaultSummary form={form} others={'others' in state ? state.others : []} />
    </div>
  );
};

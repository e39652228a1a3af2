// Brings values of a version into the form, says so, and offers to undo it.
import { useTranslations } from 'use-intl';
import type { DocumentForm } from '../../form/formStore.ts';
import type { FormValues } from '../../form/types.ts';
import { useUndo } from '../../form/useUndo.ts';
import { showActionNotice } from '../../ui/showActionNotice.tsx';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { restoredValues } from './restorableValues.ts';

/** @returns a function that restores the attributes with these names; `message` says so */
export const useRestoring = (
  form: DocumentForm,
  saver: DocumentSaver,
): ((values: FormValues, names: readonly string[], message: string) => Promise<void>) => {
  const t = useTranslations('document');
  const { undo } = useUndo(form);
  return async (values, names, message) => {
    const before = form.getValues();
    const isDone = await saver.restoreVersion(() => restoredValues(form, values, names));
    if (isDone && form.getValues() !== before) showActionNotice(message, t('undo'), undo);
  };
};

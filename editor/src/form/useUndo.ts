// Undo and redo of the changes of a form.
import { useMemo } from 'react';
import { useFormState } from './FormContext.tsx';
import type { DocumentForm } from './formStore.ts';
import { revealField } from './revealField.ts';

/** Undo and redo also show the field that they changed. */
export const useUndo = (form: DocumentForm) => {
  const canUndo = useFormState(form, (state) => state.canUndo());
  const canRedo = useFormState(form, (state) => state.canRedo());
  const reveal = useMemo(() => {
    const after = (step: () => string | undefined) => () => {
      const path = step();
      if (path !== undefined) revealField(form, path);
    };
    return { undo: after(form.undo), redo: after(form.redo) };
  }, [form]);
  return { canUndo, canRedo, ...reveal };
};

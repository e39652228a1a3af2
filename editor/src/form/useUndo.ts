// Undo and redo of the changes of a form.
import { useCallback } from 'react';
import { useFormState } from './FormContext.tsx';
import type { DocumentForm } from './formStore.ts';
import { revealField } from './revealField.ts';

export interface Undo {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Undo and redo also show the field that they changed. */
export const useUndo = (form: DocumentForm): Undo => {
  const canUndo = useFormState(form, (state) => state.canUndo());
  const canRedo = useFormState(form, (state) => state.canRedo());
  const undo = useCallback(() => {
    const path = form.undo();
    if (path !== undefined) revealField(form, path);
  }, [form]);
  const redo = useCallback(() => {
    const path = form.redo();
    if (path !== undefined) revealField(form, path);
  }, [form]);
  return { canUndo, canRedo, undo, redo };
};

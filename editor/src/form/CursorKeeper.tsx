// Keeps the cursor of the focused field in its place when the values of the form change without the user.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { rememberCursor } from './cursor.ts';
import { useFormState } from './FormContext.tsx';
import type { DocumentForm } from './formStore.ts';

/** A component of its own, so that a key does not render the form. */
export const CursorKeeper = ({ form }: { readonly form: DocumentForm }) => {
  const restore = useRef<() => void>(undefined);
  useEffect(
    () =>
      form.subscribe(() => {
        // The page does not show the change yet.
        restore.current = rememberCursor();
      }),
    [form],
  );
  const values = useFormState(form, (state) => state.getValues());
  useLayoutEffect(() => {
    restore.current?.();
    restore.current = undefined;
  }, [values]);
  return null;
};

// Which form the page of documents shows: another address has another form, but a document that was just created keeps the
// form in which it was written, with its dialogs, its tab and its cursor.
import { useState } from 'react';

interface PageState {
  /** What the address names. */
  readonly target: string;
  readonly key: number;
  readonly created?: string;
}

interface FormKey {
  readonly key: number;
  /** To be called before the address changes to the document that the form created. */
  readonly onCreated: (documentId: string) => void;
}

/** @param target what the address names apart from the document */
export const useFormKey = (target: string, documentId: string | undefined): FormKey => {
  const current = `${target} ${documentId ?? ''}`;
  const [state, setState] = useState<PageState>({ target: current, key: 0 });
  const isCreated = documentId !== undefined && documentId === state.created;
  const key = state.target === current || isCreated ? state.key : state.key + 1;
  if (state.target !== current) setState({ target: current, key });
  return {
    key,
    onCreated: (created) => {
      setState((before) => ({ ...before, created }));
    },
  };
};

// Gives a form to its fields, and lets each field follow only its own value.
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { DocumentForm } from './formStore.ts';
import type { FormFault, FormValue } from './types.ts';

export const FormContext = createContext<DocumentForm | undefined>(undefined);

/** Says whether the document is saved, for a field that covers the header of the form. */
export const SavingStateContext = createContext<ReactNode>(null);

/** Inside of a form only. */
export const useForm = (): DocumentForm => {
  const form = use(FormContext);
  if (form === undefined) throw new Error('The field is outside of a form');
  return form;
};

/** Renders again only when what `read` returns is another value; `read` must return the same object for the same state. */
export const useFormState = <T,>(form: DocumentForm, read: (form: DocumentForm) => T): T =>
  useSyncExternalStore(form.subscribe, () => read(form));

export const useFormValue = (name: string): FormValue => useFormState(useForm(), (state) => state.getValue(name));

export const useFault = (name: string): FormFault | undefined =>
  useFormState(useForm(), (state) => state.getFaults().get(name));

// Hands the form of a document that was just created from the page of new documents to the page of that document, so that
// the user goes on typing.
import { hasCursor } from '../form/cursor.ts';
import type { DocumentForm } from '../form/formStore.ts';
import type { DocumentSaver } from './saving/DocumentSaver.ts';

export interface OpenForm {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
  /** Gives the focus back to the field in which the user types. */
  readonly restoreFocus: () => void;
}

const open = new Map<string, OpenForm>();

/** The fields of a form have the same ids on each page. */
const rememberFocus = (): (() => void) => {
  const { activeElement } = document;
  const selection = hasCursor(activeElement)
    ? ([activeElement.selectionStart, activeElement.selectionEnd] as const)
    : undefined;
  return () => {
    if (activeElement === null || activeElement.id === '') return;
    const element = document.getElementById(activeElement.id);
    element?.focus({ preventScroll: true });
    if (selection !== undefined && hasCursor(element)) element.setSelectionRange(...selection);
  };
};

const keyOf = (uid: string, documentId: string, locale: string | undefined) => `${uid} ${documentId} ${locale ?? ''}`;

export const handOver = (
  uid: string,
  documentId: string,
  locale: string | undefined,
  form: Omit<OpenForm, 'restoreFocus'>,
): void => {
  open.set(keyOf(uid, documentId, locale), { ...form, restoreFocus: rememberFocus() });
};

/** @returns undefined if nobody handed over the form of this document */
export const takeOver = (
  uid: string,
  documentId: string | undefined,
  locale: string | undefined,
): OpenForm | undefined => {
  if (documentId === undefined) return undefined;
  const key = keyOf(uid, documentId, locale);
  const form = open.get(key);
  // Later: React renders a page twice while it is developed, and both get the form.
  if (form !== undefined) setTimeout(() => open.delete(key), 0);
  return form;
};

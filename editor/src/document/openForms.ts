// Hands the form of a document that was just created from the page of new documents to the page of that document, so that
// the user goes on typing.
import type { DocumentForm } from '../form/index.ts';
import type { DocumentSaver } from './saving/DocumentSaver.ts';

export interface OpenForm {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

const open = new Map<string, OpenForm>();

const keyOf = (uid: string, documentId: string, locale: string | undefined) => `${uid} ${documentId} ${locale ?? ''}`;

export const handOver = (uid: string, documentId: string, locale: string | undefined, form: OpenForm): void => {
  open.set(keyOf(uid, documentId, locale), form);
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

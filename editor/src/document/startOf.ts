// Decides what a document page begins with, from what was read.
import type { DocumentAddress } from '../api/document.ts';
import { newDocument } from '../form/defaults.ts';
import { isShared, sharedValues } from '../form/isShared.ts';
import type { FormValues } from '../form/types.ts';
import type { ContentType, EditorSchema } from '../schema/types.ts';
import type { DocumentCopy } from './duplicate/copyDocument.ts';
import type { StoredVersion } from './saving/documentRequests.ts';
import type { UnsavedText } from './saving/textStore.ts';

/** The first values of a document in a locale in which it does not exist yet. */
export interface NewTranslation {
  /** Also of a single type. */
  readonly documentId: string;
  /** Those that all locales share are as another locale has them. */
  readonly values: FormValues;
}

/** @param source the values in another locale @returns these values without those that belong to the other locale alone */
export const emptyTranslation = (type: ContentType, schema: EditorSchema, source: FormValues): FormValues => {
  const own = Object.entries(newDocument(schema, type.attributes)).filter(([name]) => !isShared({ type }, name));
  return { ...Object.fromEntries(own), ...sharedValues({ type }, source) };
};

/** What the page has read. */
export interface ReadPage {
  readonly stored: StoredVersion | undefined;
  /** Of a copy; undefined if the original does not exist. */
  readonly copy: DocumentCopy | undefined;
  readonly texts: readonly UnsavedText[];
  /** The locales that the document can be translated from, if it does not exist in this one. */
  readonly sources: readonly string[];
}

/**
 * `translate`: the user chooses what to begin a translation with. `copy`: a form with the values of another document. `restore`: a
 * form for unsaved texts whose document or locale does not exist any more.
 */
export type Start =
  | { readonly kind: 'notFound' }
  | { readonly kind: 'translate' }
  | ({
      readonly kind: 'form' | 'copy' | 'restore';
      readonly documentId: string | undefined;
      readonly texts: readonly UnsavedText[];
    } & DocumentCopy);

interface Page {
  readonly address: DocumentAddress;
  readonly schema: EditorSchema;
  /** Whether the site does not have the locale of the address any more. */
  readonly isLocaleLost: boolean;
  readonly isCopy: boolean;
  readonly mayCreate: boolean;
  /** First values of a new document. */
  readonly firstValues: FormValues | undefined;
}

const notFound: Start = { kind: 'notFound' };

/** @param translation that the user began; undefined if they have not chosen yet */
export const startOf = (page: Page, loaded: ReadPage, translation: NewTranslation | undefined): Start => {
  const { type, documentId } = page.address;
  const { stored, copy, texts, sources } = loaded;
  const form = { ...{ kind: 'form' as const, documentId, texts }, notes: [], suggested: {} };
  if (page.isCopy)
    return copy === undefined ? notFound : { ...form, kind: 'copy', documentId: undefined, texts: [], ...copy };
  if (stored !== undefined) return { ...form, values: stored.values };
  if (translation !== undefined)
    return { ...form, documentId: documentId ?? translation.documentId, values: translation.values };
  if (sources.length > 0) return { kind: 'translate' };
  const values = newDocument(page.schema, type.attributes);
  if (documentId === undefined && !page.isLocaleLost) return { ...form, values: { ...values, ...page.firstValues } };
  const isRestorable = type.kind === 'collectionType' && texts.length > 0 && page.mayCreate;
  if (!isRestorable) return notFound;
  // All of each text is new.
  const restored = texts.map((text) => ({ ...text, base: values }));
  return { ...form, kind: 'restore', documentId: undefined, values, texts: restored };
};

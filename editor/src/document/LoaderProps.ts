// Which document a form shows, where the form is, and what happens around it.
import type { Ref } from 'react';
import type { DocumentAddress } from '../api/document.ts';
import type { DocumentForm } from '../form/formStore.ts';
import type { FormValues } from '../form/types.ts';

/** Where the form is: it fills the page, or a panel beside another form. */
export type Place = 'page' | 'panel';

/** The document that a new one is a copy of. */
export interface CopySource {
  readonly documentId: string;
  /** Further locales that are copied once the new document is saved. */
  readonly locales: readonly string[];
}

/** The properties of `DocumentLoader`. */
export interface LoaderProps {
  readonly address: DocumentAddress;
  readonly place: Place;
  /** The locale in the address, if the site does not have it any more: only unsaved text of it can be offered. */
  readonly lostLocale?: string | undefined;
  /** First values of a new document. */
  readonly values?: FormValues;
  readonly copy?: CopySource | undefined;
  /** The field that gets the focus, from the document. */
  readonly field?: string | undefined;
  /** Called before the address becomes that of the document that was created. */
  readonly onCreated?: (documentId: string) => void;
  /** Called when the document was stored: created, saved or published. */
  readonly onStored?: (form: DocumentForm) => void;
  /** Called when the document was deleted. */
  readonly onDeleted?: () => void;
  /** Gets a function that saves, or asks, before the form closes. */
  readonly leaveRef?: Ref<() => Promise<boolean>>;
}

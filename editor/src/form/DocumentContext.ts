// Which document a form edits, for fields that ask the API about it.
import { createContext, useContext } from 'react';

export interface EditedDocument {
  /** The uid of its type. */
  readonly uid: string;
  /** Undefined for a document that is not stored yet. */
  readonly documentId: string | undefined;
  /** Undefined for a type that is not localized. */
  readonly locale: string | undefined;
}

export const DocumentContext = createContext<EditedDocument | undefined>(undefined);

/** @returns undefined for a form that edits no document */
export const useEditedDocument = (): EditedDocument | undefined => useContext(DocumentContext);

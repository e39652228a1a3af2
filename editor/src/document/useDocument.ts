// The document of a form, for all that stands around its fields.
import { createContext, use } from 'react';
import type { DocumentForm } from '../form/formStore.ts';
import type { DocumentSaver } from './saving/DocumentSaver.ts';
import { useDocumentMeta, useSavingState } from './saving/useSavingState.ts';

/** Where the form is: it fills the page, or a panel beside another form. */
export type Place = 'page' | 'panel';

/** What is shown beside the form. */
type SidePanelName = 'preview' | 'history' | 'comments';

export interface OpenDocument {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
  readonly place: Place;
  /** Undefined: the form is alone. */
  readonly panel: SidePanelName | undefined;
  readonly setPanel: (panel: SidePanelName | undefined) => void;
}

export const DocumentContext = createContext<OpenDocument | undefined>(undefined);

/** Follows how the document is saved, and what the API said of it last. Inside of its screen only. */
export const useDocument = () => {
  const open = use(DocumentContext);
  if (open === undefined) throw new Error('There is no document');
  const closePanel = () => open.setPanel(undefined);
  const { kind } = useSavingState(open.saver);
  return { ...open, ...useDocumentMeta(open.saver), kind, isStored: open.saver.stored.exists(), closePanel };
};

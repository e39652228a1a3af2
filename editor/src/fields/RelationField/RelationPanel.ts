// The side panel in which the target of a link is opened or made. The edit screen provides it.
import { createContext, useContext } from 'react';
import type { LinkedDocument } from '../../form/types.ts';

/** What the panel shows first of a document. */
export interface PanelStart {
  /** The field that gets the focus, from the document. */
  readonly field: string;
  /** Of the document; that of the form beside the panel by default. */
  readonly locale: string | undefined;
}

export interface RelationPanel {
  /**
   * Shows a document beside the form until the user closes it.
   *
   * @returns the document with its present label; undefined if it was deleted
   */
  readonly open: (target: LinkedDocument, start?: PanelStart) => Promise<LinkedDocument | undefined>;
  /**
   * Shows the form of a new document beside the form.
   *
   * @param label what the user searched for: a first value of the main attribute
   * @returns undefined if the user closed it without storing a document
   */
  readonly create: (uid: string, label: string) => Promise<LinkedDocument | undefined>;
}

export const RelationPanelContext = createContext<RelationPanel | undefined>(undefined);

/** @returns undefined where targets cannot be opened beside the form */
export const useRelationPanel = (): RelationPanel | undefined => useContext(RelationPanelContext);

// Follows a saver.
import { useSyncExternalStore } from 'react';
import type { DocumentAnswer } from '../../api/document.ts';
import type { DocumentSaver } from './DocumentSaver.ts';
import type { News, SavingState } from './savingState.ts';

export const useSavingState = (saver: DocumentSaver): SavingState =>
  useSyncExternalStore(saver.status.subscribe, saver.status.get);

/** What somebody else changed in the document. */
export const useNews = (saver: DocumentSaver): News | undefined =>
  useSyncExternalStore(saver.status.subscribe, saver.status.getNews);

/** Whether the browser keeps what is not saved. */
export const useIsTextKept = (saver: DocumentSaver): boolean =>
  useSyncExternalStore(saver.status.subscribe, saver.kept.isKept);

/** What the API said of the document last: its status and its locales. */
export const useDocumentMeta = (saver: DocumentSaver): DocumentAnswer['meta'] =>
  useSyncExternalStore(saver.status.subscribe, saver.stored.getMeta);

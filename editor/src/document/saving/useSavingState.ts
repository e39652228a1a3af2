// Follows a saver.
import { useSyncExternalStore } from 'react';
import type { DocumentAnswer } from '../../api/document.ts';
import type { DocumentSaver } from './DocumentSaver.ts';
import type { News, SavingState } from './savingState.ts';

export const useSavingState = (saver: DocumentSaver): SavingState =>
  useSyncExternalStore(saver.subscribe, saver.getState);

/** What somebody else changed in the document. */
export const useNews = (saver: DocumentSaver): News | undefined => useSyncExternalStore(saver.subscribe, saver.getNews);

/** Whether the browser keeps what is not saved. */
export const useIsTextKept = (saver: DocumentSaver): boolean => useSyncExternalStore(saver.subscribe, saver.isTextKept);

/** What the API said of the document last: its status and its locales. */
export const useDocumentMeta = (saver: DocumentSaver): DocumentAnswer['meta'] =>
  useSyncExternalStore(saver.subscribe, saver.getMeta);

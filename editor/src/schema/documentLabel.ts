// How a document is called in lists and links.
import type { ContentType } from './types.ts';

/** @param document as the API answers it, with at least the main attribute of its type and its `documentId` */
export const documentLabel = (
  { mainAttribute }: Pick<ContentType, 'mainAttribute'>,
  document: Readonly<Record<string, unknown>>,
): string => {
  const value = document[mainAttribute];
  return typeof value === 'string' && value.trim() !== '' ? value : String(document.documentId);
};

// The text that names a document in a list.
import type { ListedDocument } from '../api/documents.ts';
import type { Column } from '../schema/columns.ts';

/** Any value of an answer as text. */
export const toText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** @returns undefined if the document has no title yet */
export const titleOf = ({ values }: ListedDocument, title: Column | undefined): string | undefined => {
  const value = title === undefined ? undefined : values[title.name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

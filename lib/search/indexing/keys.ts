// The keys of what belongs to an index: its number and more, so that all of an index is one range.

/** Ends each part of a key. */
export const separator = '|';

/** Follows the separator in the order of the keys. */
export const afterSeparator = String.fromCharCode(separator.charCodeAt(0) + 1);

/** A range of keys, as a condition on `_id`. */
export interface KeyRange {
  readonly $gte: string;
  readonly $lt: string;
}

/** The keys of everything of an index. */
export const indexRange = (index: number): KeyRange => ({
  $gte: `${index}${separator}`,
  $lt: `${index}${afterSeparator}`,
});

export const documentKey = (index: number, documentId: string): string => `${index}${separator}${documentId}`;

export const documentIdOf = (key: string): string => key.slice(key.indexOf(separator) + 1);

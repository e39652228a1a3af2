// The identifiers that users log in with: a name or an email address, which no other user may have as name or address.
import { uids } from './builtInTypes.ts';
import type { ContentType } from './types.ts';

/** The identifying attributes of a type: no two documents share a value, not even in different attributes. */
export const identifyingAttributes = ({ uid }: Pick<ContentType, 'uid'>): readonly string[] =>
  uid === uids.user ? ['username', 'email'] : [];

/**
 * Normalizes an identifier for comparison: email addresses in lower case, since users may log in with any case; names as
 * they are.
 *
 * @returns undefined for a value that is no identifier
 */
export const normalizeIdentifier = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.includes('@') ? value.toLowerCase() : value;
};

/** @returns the distinct identifiers among the values of a document; undefined if there are none */
export const identifiersIn = (
  type: Pick<ContentType, 'uid'>,
  values: Readonly<Record<string, unknown>>,
): readonly string[] | undefined => {
  const identifiers = identifyingAttributes(type).flatMap((name) => normalizeIdentifier(values[name]) ?? []);
  return identifiers.length === 0 ? undefined : [...new Set(identifiers)];
};

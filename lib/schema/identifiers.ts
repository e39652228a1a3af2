// What users log in with: a name or an address. Neither may be the name or the address of another user.
import { uids } from './builtIn.ts';
import type { ContentType } from './types.ts';

/** The attributes of a type that identify its documents: no two documents share a value, not even in different attributes. */
export const identifyingAttributes = ({ uid }: Pick<ContentType, 'uid'>): readonly string[] =>
  uid === uids.user ? ['username', 'email'] : [];

/**
 * A value as identifiers compare: an address in any case, since users log in with one in any case; other names as they are.
 *
 * @returns undefined for what identifies nobody
 */
export const identifierOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.includes('@') ? value.toLowerCase() : value;
};

/** @returns the identifiers of a document with these values, each once; undefined where it has none */
export const identifiersIn = (
  type: Pick<ContentType, 'uid'>,
  values: Readonly<Record<string, unknown>>,
): readonly string[] | undefined => {
  const identifiers = identifyingAttributes(type).flatMap((name) => identifierOf(values[name]) ?? []);
  return identifiers.length === 0 ? undefined : [...new Set(identifiers)];
};

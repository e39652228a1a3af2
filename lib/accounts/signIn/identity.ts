// Declares what a provider says of a person, and reads the claims in it.
import { valueAt } from '../../schema/index.ts';
import { SignInFailure } from './failure.ts';

export type Claims = Readonly<Record<string, unknown>>;

export interface Identity {
  readonly issuer: string;
  /** The provider's id of the person, which never changes. */
  readonly subject: string;
  readonly claims: Claims;
}

/**
 * Reads a provider's id of a person. One that says nothing would make all people of the provider one user.
 *
 * @returns an integer as a text
 * @throws SignInFailure `refused` for an empty or blank text, for 0, and for anything but a text and an exact positive integer
 */
export const readSubject = (id: unknown): string => {
  if (typeof id === 'string' && /[^\s\p{C}]/u.test(id)) return id;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return String(id);
  throw new SignInFailure('refused', `The provider names nobody: its id of the person is ${JSON.stringify(id)}`);
};

/** @param path the name of a claim, or a path of names */
export const claimAt = (claims: Claims, path: string): unknown =>
  Object.hasOwn(claims, path) ? claims[path] : valueAt(claims, ...path.split('.'));

/** The groups of a user. @param claim its name, or a path of names: `realm_access.roles` */
export const groupsIn = (claims: Claims, claim: string): readonly string[] => {
  const value = claimAt(claims, claim);
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
};

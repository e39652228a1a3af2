// Declares what a provider says of a person, and reads the claims in it.
import { valueAt } from '../../schema/index.ts';

export type Claims = Readonly<Record<string, unknown>>;

export interface Identity {
  readonly issuer: string;
  /** The provider's id of the person, which never changes. */
  readonly subject: string;
  readonly claims: Claims;
}

/** @param path the name of a claim, or a path of names */
export const claimAt = (claims: Claims, path: string): unknown =>
  Object.hasOwn(claims, path) ? claims[path] : valueAt(claims, ...path.split('.'));

/** The groups of a user. @param claim its name, or a path of names: `realm_access.roles` */
export const groupsIn = (claims: Claims, claim: string): readonly string[] => {
  const value = claimAt(claims, claim);
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
};

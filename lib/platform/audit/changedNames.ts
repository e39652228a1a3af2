// Names what differs between two values of one thing.
import { isDeepStrictEqual } from 'node:util';

const times: ReadonlySet<string> = new Set(['updatedAt', 'publishedAt']);

/**
 * Compares only values that are not the same object, because a write keeps those that it does not change.
 *
 * @returns the keys whose values differ, without the times of the change: first in the order of `after`, then those that only `before` has
 */
export const changedNames = (before: object, after: object): readonly string[] => {
  const old = new Map<string, unknown>(Object.entries(before));
  const current = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...current.keys(), ...old.keys()])].filter((name) => {
    const [one, other] = [old.get(name), current.get(name)];
    return !times.has(name) && !Object.is(one, other) && !isDeepStrictEqual(one ?? null, other ?? null);
  });
};

/** A permission, with or without conditions. */
type NamedPermission = string | { readonly action: string };

const nameOf = (permission: NamedPermission): string =>
  typeof permission === 'string' ? permission : permission.action;

/** @returns what happened to each permission: `grant api::article.article.find`; a condition that differs is a `change` */
export const changedPermissions = (
  before: readonly NamedPermission[],
  after: readonly NamedPermission[],
): readonly string[] => {
  const byName = (all: readonly NamedPermission[]) => new Map(all.map((one) => [nameOf(one), one]));
  const [old, current] = [byName(before), byName(after)];
  return [
    ...[...current.keys()].filter((name) => !old.has(name)).map((name) => `grant ${name}`),
    ...[...old.keys()].filter((name) => !current.has(name)).map((name) => `revoke ${name}`),
    ...[...current]
      .filter(([name, one]) => old.has(name) && !isDeepStrictEqual(one, old.get(name)))
      .map(([name]) => `change ${name}`),
  ];
};

// Computes which attributes of a version a write changes, so that it writes only those.
import { systemFields, type StoredVersions, type Version } from '../../../platform/db/index.ts';

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/**
 * Whether MongoDB would store the same value. The order of keys counts, because answers keep it. Values of unknown classes
 * count as different.
 */
export const isSameStored = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (!(Array.isArray(a) && Array.isArray(b)) && !(isPlain(a) && isPlain(b))) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([key, value], index) => key === right[index]?.[0] && isSameStored(value, right[index][1]))
  );
};

/** The parts of an update, by their paths. */
interface ChangedPaths {
  readonly $set: Readonly<Record<string, unknown>>;
  readonly $unset: Readonly<Record<string, 1>>;
}

/**
 * Computes the update that turns stored versions into new ones. The schema allows no attribute name that is a path.
 *
 * @param versions the new versions; others do not change
 */
export const changedPaths = (before: StoredVersions, versions: StoredVersions): ChangedPaths => {
  const $set: Record<string, unknown> = {};
  const $unset: Record<string, 1> = {};
  for (const [status, version] of Object.entries(versions) as [keyof StoredVersions, Version][]) {
    const stored = before[status];
    if (stored === undefined) {
      $set[status] = version;
      continue;
    }
    for (const [name, value] of Object.entries(version))
      if (!Object.hasOwn(stored, name) || !isSameStored(stored[name], value)) $set[`${status}.${name}`] = value;
    for (const name of Object.keys(stored)) if (!Object.hasOwn(version, name)) $unset[`${status}.${name}`] = 1;
  }
  return { $set, $unset };
};

/** The attributes that paths of an update change, each once; a version that is new names none. */
export const namesIn = ({ $set, $unset }: ChangedPaths): readonly string[] => {
  const names = Object.keys({ ...$set, ...$unset }).map((path) => path.split('.')[1] ?? 'id');
  return [...new Set(names)].filter((name) => !systemFields.has(name));
};

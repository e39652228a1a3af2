// Checks the hooks of a project on writes.
import { builtInUids } from '../../schema/index.ts';
import { keysOf } from './keysOf.ts';
import type { HooksOf } from './hooks.ts';
import type { Uid } from './register.ts';

export const hookNames = keysOf<HooksOf<Uid>>({ validate: true, beforeWrite: true, beforeDelete: true });

/** Lectern's own types with hooks on writes. Roles decide what callers may do, so no project code changes them. */
const hookedBuiltIn: readonly string[] = [builtInUids.user, builtInUids.file];

/**
 * @param extension what a file defines for a type
 * @param report gets the path below the type and the message of each fault
 */
export const checkHooks = (
  uid: string,
  extension: Readonly<Record<string, unknown>>,
  report: (path: string, message: string) => void,
): void => {
  for (const name of hookNames.filter((one) => extension[one] !== undefined)) {
    if (typeof extension[name] !== 'function') report(name, 'must be a function');
    if (!uid.startsWith('api::') && !hookedBuiltIn.includes(uid))
      report(name, `cannot be on ${uid}: only on the content types of the project, users and files`);
  }
};

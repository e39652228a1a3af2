// Leaves values out of a version.
import type { Version } from '../../lib/platform/db/index.ts';

/** @param names of attributes, or `publishedAt` */
export const withoutValues = (version: Version, names: ReadonlySet<string>): Version =>
  // A version without some of these is a version.
  Object.fromEntries(Object.entries(version).filter(([name]) => !names.has(name))) as Version;

// Imports the releases of Strapi from a file, because its archives do not contain them.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ApiError } from '../../lib/errors.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import { recordAction } from '../../lib/platform/audit/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import {
  importRelease,
  releaseContext,
  type ForeignRelease,
  type ImportedRelease,
  type NewAction,
} from '../../lib/releases/index.ts';
import { isObject, type JsonObject } from '../../lib/schema/index.ts';
import { readTime } from './archiveRow.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** @throws Error for an action of no known type */
const toAction = ({ type, contentType, entryDocumentId, locale }: JsonObject, place: string): NewAction => {
  if (type !== 'publish' && type !== 'unpublish') throw new Error(`${place} has no type: publish or unpublish`);
  const uid = textOf(contentType);
  if (uid === undefined) throw new Error(`${place} has no contentType`);
  return { type, contentType: uid, entryDocumentId: textOf(entryDocumentId), locale: textOf(locale) };
};

/** @throws Error that names the place in the file */
const toRelease = (value: unknown, index: number): ForeignRelease => {
  const place = `release ${index + 1} of the file`;
  const name = isObject(value) ? textOf(value.name)?.trim().slice(0, 255) : undefined;
  if (!isObject(value) || name === undefined) throw new Error(`${place} has no name`);
  const actions = Array.isArray(value.actions) ? value.actions.filter((one) => isObject(one)) : undefined;
  if (actions === undefined) throw new Error(`${place} has no actions: write it with populate: ['actions']`);
  const createdAt = readTime(value.createdAt);
  if (createdAt === undefined) throw new Error(`${place} has no createdAt`);
  const timezone = textOf(value.timezone) ?? 'UTC';
  return {
    ...{ name, createdAt, updatedAt: readTime(value.updatedAt) ?? createdAt },
    releasedAt: readTime(value.releasedAt ?? undefined) ?? null,
    scheduledAt: readTime(value.scheduledAt ?? undefined) ?? null,
    // Strapi stores `UTC+01:00&Europe/Berlin`.
    timezone: timezone.slice(timezone.indexOf('&') + 1),
    actions: actions.map((action, number) => toAction(action, `action ${number + 1} of ${place}`)),
  };
};

/** @throws Error for a file that is not a list of releases */
const readReleases = async (file: string): Promise<readonly ForeignRelease[]> => {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`${file} is not JSON`, { cause: error });
  }
  if (!Array.isArray(value)) throw new Error(`${file} is not a list of releases`);
  return value.map(toRelease);
};

/** How many releases an import stored, and how many lines it printed about what it left out. */
export type ReleaseCounts = Readonly<Record<ImportedRelease['outcome'] | 'faults', number>>;

/**
 * Imports releases into a database that has their documents. Releases that are there already stay as they are.
 *
 * @param print gets a line for each document that is left out, and for each release that lost its moment
 * @throws Error for a file that is not a list of releases; nothing is written then
 */
export const importReleases = async (
  service: Service,
  file: string,
  print: (line: string) => void,
): Promise<ReleaseCounts> => {
  const releases = await readReleases(file);
  const context = await releaseContext(service, administrator);
  const counts = { planned: 0, done: 0, known: 0, faults: 0 };
  const report = (line: string): void => {
    counts.faults += 1;
    print(line);
  };
  await recordAction(service, { action: 'site.import', target: { type: 'site', name: basename(file) } });
  for (const release of releases)
    try {
      const { outcome, isLate, refused } = await importRelease(context, release);
      counts[outcome] += 1;
      if (isLate) report(`${release.name}: its moment is over, so it waits until somebody publishes it`);
      for (const { action, message } of refused)
        report(`${release.name}: ${action.contentType} ${action.entryDocumentId ?? ''}: ${message}`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      report(`${release.name}: ${error.message}`);
    }
  return counts;
};

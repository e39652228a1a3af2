// Describes versions in answers, without their values.
import pLimit from 'p-limit';
import type { AnswerOf } from '../../contracts/index.ts';
import { ApiError } from '../../errors.ts';
import { hasPermission } from '../../platform/access/index.ts';
import { isAgentWrite } from '../../platform/db/index.ts';
import { withWriters } from '../../read/execute/index.ts';
import type { Filter } from '../../read/query/index.ts';
import { listVersions, type ListedVersion } from '../documentVersions.ts';
import type { versionContract } from './contract.ts';
import { withVersion, type VersionContext } from './versionContext.ts';

/** A version in an answer. */
export type VersionAnswer = AnswerOf<typeof versionContract.operations.findVersions>['data'][number];

/** Which versions are listed. */
interface VersionsPage {
  readonly pageSize: number;
  /** Only versions with a lower number; undefined: from the newest. */
  readonly before: number | undefined;
}

/** Writers are named as with `view=edit`: for a caller who may update the type. @returns those of the versions, in their order */
const findWriters = async (
  { service, caller, type, draftQuery }: VersionContext,
  versions: readonly ListedVersion[],
): Promise<readonly unknown[]> => {
  if (!hasPermission(caller, 'update', type.uid)) return [];
  const stored = versions.map(({ by }) => ({ updatedBy: by }));
  const { rows } = await withWriters(service, draftQuery, { rows: stored, total: undefined });
  return rows.map(({ updatedBy }) => updatedBy);
};

/** @returns the change sets in which agents made versions, that the caller may read */
const findSets = async (
  { findReleases }: VersionContext,
  versions: readonly ListedVersion[],
): Promise<ReadonlySet<number> | undefined> => {
  const sets = versions.flatMap(({ set }) => (isAgentWrite(set) ? [set] : []));
  return sets.length === 0 ? undefined : findReleases?.(sets);
};

const toAnswer = (
  { revision, at, via, action, status, name, set = 0, isCurrent }: ListedVersion,
  updatedBy: unknown,
  sets: ReadonlySet<number> | undefined,
): VersionAnswer => ({
  number: revision,
  at: at.toISOString(),
  updatedBy: (updatedBy ?? null) as VersionAnswer['updatedBy'], // of `withWriters`
  via: via ?? null,
  action: action ?? null,
  status: status ?? null,
  name: name ?? null,
  changeSet: sets?.has(set) === true ? set : null,
  current: isCurrent === true,
});

export const describeVersion = async (context: VersionContext, version: ListedVersion): Promise<VersionAnswer> => {
  const [writer] = await findWriters(context, [version]);
  return toAnswer(version, writer, await findSets(context, [version]));
};

export interface VersionList {
  readonly data: readonly VersionAnswer[];
  /** The number before which the next page begins; null: it is the last one. */
  readonly nextCursor: string | null;
}

/** Whether a condition may allow some versions of a document and not others: all have the creator of the document. */
const dependsOnValues = (filter: Filter | undefined): boolean =>
  filter !== undefined &&
  filter.kind !== 'own' &&
  (filter.kind !== 'and' || filter.of.some((part) => dependsOnValues(part)));

/** How many versions are looked up at the same time. */
const parallelVersions = 4;

/** Those of the versions that exist for the caller. */
const existingFor = async (
  context: VersionContext,
  versions: readonly ListedVersion[],
): Promise<readonly ListedVersion[]> => {
  if (!dependsOnValues(context.draftQuery.permitted)) return versions;
  const limit = pLimit(parallelVersions);
  const found = versions.map((version) =>
    limit(() =>
      withVersion(context, String(version.revision), () => Promise.resolve([version])).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return [];
        throw error;
      }),
    ),
  );
  return (await Promise.all(found)).flat();
};

/**
 * Lists the versions of a document, the newest first. No values are loaded. Those that the caller could not read are left out, so
 * a page may have fewer.
 */
export const answerVersions = async (
  context: VersionContext,
  { pageSize, before }: VersionsPage,
): Promise<VersionList> => {
  const db = await context.service.database.get();
  const versions = await listVersions(db, context.key, pageSize + 1, before);
  const page = versions.slice(0, pageSize);
  const existing = await existingFor(context, page);
  const [writers, sets] = [await findWriters(context, existing), await findSets(context, existing)];
  const data = existing.map((version, index) => toAnswer(version, writers[index], sets));
  const last = versions.length > pageSize ? page.at(-1) : undefined;
  return { data, nextCursor: last === undefined ? null : String(last.revision) };
};

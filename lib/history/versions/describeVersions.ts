// Describes versions in answers, without their values.
import { hasPermission } from '../../platform/access/index.ts';
import type { DraftStatus } from '../../platform/db/index.ts';
import { withWriters } from '../../read/execute/index.ts';
import { listVersions, type ListedVersion } from '../documentVersions.ts';
import type { VersionContext } from './versionContext.ts';
import type { VersionsPage } from './versionsRequest.ts';

/** A version in an answer. */
export interface VersionAnswer {
  readonly number: number;
  readonly at: string;
  /** The user or token; null: the public, the system, unknown, or a caller who may not know. */
  readonly updatedBy: unknown;
  /** Through what it was written; null: it is older than the history of the site. */
  readonly via: string | null;
  readonly action: string | null;
  /** How its draft differed from its published version; null: the type has no drafts. */
  readonly status: DraftStatus | null;
  readonly name: string | null;
  readonly bytes: number;
  /** Whether the document is this version now. */
  readonly current: boolean;
}

/** Writers are named as with `view=edit`: for a caller who may update the type. */
export const describeVersions = async (
  { service, caller, type, draftQuery }: VersionContext,
  versions: readonly ListedVersion[],
): Promise<readonly VersionAnswer[]> => {
  const seesWriters = hasPermission(caller, 'update', type.uid);
  const writers = versions.map(({ by }) => ({ updatedBy: seesWriters ? by : undefined }));
  const { rows } = await withWriters(service, draftQuery, { rows: writers, total: undefined });
  return versions.map(({ revision, at, via, action, status, name, bytes, isCurrent }, index) => ({
    number: revision,
    at: at.toISOString(),
    updatedBy: rows[index]?.updatedBy ?? null,
    via: via ?? null,
    action: action ?? null,
    status: status ?? null,
    name: name ?? null,
    bytes,
    current: isCurrent === true,
  }));
};

export interface VersionList {
  readonly data: readonly VersionAnswer[];
  readonly meta: {
    /** The value of `before` for the next page; null if there is none. */
    readonly next: number | null;
  };
}

/** Lists the versions of a document, the newest first. No values are loaded. */
export const answerVersions = async (
  context: VersionContext,
  { pageSize, before }: VersionsPage,
): Promise<VersionList> => {
  const db = await context.service.database.get();
  const versions = await listVersions(db, context.key, pageSize + 1, before);
  const data = await describeVersions(context, versions.slice(0, pageSize));
  return { data, meta: { next: versions.length > pageSize ? (data.at(-1)?.number ?? null) : null } };
};

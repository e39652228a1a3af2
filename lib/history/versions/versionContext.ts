// Decides whether the versions of a document exist for a caller.
import { isDeepStrictEqual } from 'node:util';
import { ApiError, documentNotFound, notFound } from '../../errors.ts';
import { requirePermission, type Caller } from '../../platform/access/index.ts';
import {
  livingDocumentFilter,
  parseWholeNumber,
  standaloneOperations,
  type StoredDocument,
} from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { isDocumentVisible, readVersion, type VersionSource } from '../../read/execute/index.ts';
import {
  readQuery,
  writtenLocale,
  type Filter,
  type Format,
  type Locales,
  type Query,
} from '../../read/query/index.ts';
import { keepsHistory, type ContentType, type Status } from '../../schema/index.ts';
import { findVersion, type DocumentKey, type ListedVersion } from '../documentVersions.ts';

/** A request about the versions of a document. */
export interface VersionsRequest {
  readonly service: Service;
  readonly caller: Caller;
  readonly type: ContentType;
  /** undefined: the document of a single type. */
  readonly documentId: string | undefined;
  /** The raw query string. */
  readonly text: string;
  /** How documents are written in the answer. */
  readonly format: Format;
  readonly timings: Timings;
  /** @returns those of the ids whose releases exist for the caller. Absent: answers name none */
  readonly findReleases?: (ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

/** A document whose versions exist for the caller. */
export interface VersionContext extends VersionsRequest {
  readonly locales: Locales;
  readonly key: DocumentKey;
  /** The query of the present draft, with what the caller's permissions say about a version too. */
  readonly draftQuery: Query;
  /** Conditions on the creator apply to versions too, which do not store it; undefined: the document has none. */
  readonly createdBy: string | undefined;
  /** The stage and the assignee of the present draft, which no version stores. */
  readonly review: Pick<StoredDocument, 'strapi_stage' | 'strapi_assignee'>;
}

/** The parameters of a request, which read the draft if they do not say otherwise. */
const withStatus = (text: string): string =>
  /(?:^|&)status=[^&]/.test(text) ? text : [text, 'status=draft'].filter((part) => part !== '').join('&');

/**
 * Reads a query for a version: as for a read of the document, also with the conditions of the permission `versions`.
 *
 * @throws ApiError as `readQuery`
 */
export const readVersionQuery = (
  { service, caller, type, format }: VersionsRequest,
  text: string,
  locales: Locales,
): Query => {
  const context = { ...service, locales };
  const action = type.kind === 'singleType' ? 'find' : 'findOne';
  const query = readQuery(withStatus(text), type, caller, context, { action, format });
  const { permitted } = readQuery(withStatus(text), type, caller, context, { action: 'versions', format });
  const of = [query.permitted, permitted].filter((filter): filter is Filter => filter !== undefined);
  // A version has no ETag for `If-Match`, which is about the present document.
  return { ...query, permitted: of.length > 1 ? { kind: 'and', of } : of[0], revisionOf: undefined };
};

/**
 * Finds the document. A caller who has the permission `versions` and may read the present draft may see its versions.
 *
 * @throws ApiError 404 if the type has no history, or if the document does not exist for the caller, also because it is
 *   deleted; 403 without the permissions; 400 for the locale
 */
export const versionContext = async (request: VersionsRequest): Promise<VersionContext> => {
  const { service, caller, type, documentId, text } = request;
  if (!keepsHistory(type)) throw notFound();
  requirePermission(caller, 'versions', type.uid);
  requirePermission(caller, type.kind === 'singleType' ? 'find' : 'findOne', type.uid);
  const locales = await service.locales.known();
  const parameters = new URLSearchParams();
  for (const one of new URLSearchParams(text).getAll('locale')) parameters.append('locale', one);
  const draftQuery = readVersionQuery(request, parameters.toString(), locales);
  const locale = writtenLocale(draftQuery, locales);
  const unit = await standaloneOperations(service.database);
  const isVisible = await isDocumentVisible(service, draftQuery, documentId, unit);
  const stored = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne(livingDocumentFilter(type, documentId, locale), {
      projection: { documentId: 1, createdBy: 1, strapi_stage: 1, strapi_assignee: 1 },
    });
  if (!isVisible || stored === null) throw documentNotFound();
  const key = { type, documentId: stored.documentId, locale };
  const { createdBy, strapi_stage: stage, strapi_assignee: assignee } = stored;
  const review = { ...(stage === undefined ? {} : { strapi_stage: stage }), strapi_assignee: assignee ?? null };
  return { ...request, locales, key, draftQuery, createdBy, review };
};

/** The same for work of a caller that is no request about versions. @param status which values of a version it restores */
export const draftVersions = (
  { service, caller, type, locale }: Pick<VersionsRequest, 'service' | 'caller' | 'type'> & Pick<DocumentKey, 'locale'>,
  documentId: string,
  status: Status = 'draft',
): Promise<VersionContext> => {
  const text = new URLSearchParams({ status, ...(locale === null ? {} : { locale }) }).toString();
  return versionContext({ service, caller, type, documentId, text, format: 'flat', timings: new Timings() });
};

/** A version that exists for the caller. */
export interface ReadableVersion {
  readonly version: ListedVersion;
  readonly source: VersionSource;
}

const findSource = async (
  { service, key, createdBy, review }: VersionContext,
  number: string,
): Promise<ReadableVersion | undefined> => {
  const revision = parseWholeNumber(number);
  const found = revision === undefined ? undefined : await findVersion(await service.database.get(), key, revision);
  if (found === undefined) return undefined;
  const { version, source } = found;
  const writers = { createdBy: createdBy ?? null, updatedBy: version.by ?? null };
  const $set = Object.fromEntries(
    Object.entries({ ...writers, ...review }).map(([name, value]) => [name, { $literal: value }]),
  );
  return { version, source: { ...source, stages: [...source.stages, { $set }] } };
};

/** Checks that the caller could read a version, with the status of this query. @throws ApiError 404 if not */
export const checkReadable = async (
  { service, key, timings }: VersionContext,
  query: Query,
  { source }: ReadableVersion,
): Promise<void> => {
  const existence: Query = { ...query, filter: undefined, select: { fields: [], populate: [] } };
  await readVersion(service, existence, key.documentId, source, timings);
};

/**
 * Does work with a version. The caller's conditions apply to its draft too.
 *
 * @param number as the path names it
 * @param work is repeated if a write replaces the version or the relay moves it meanwhile
 * @throws ApiError 404 if the version does not exist for the caller; and what the work throws
 */
export const withVersion = async <T>(
  context: VersionContext,
  number: string,
  work: (found: ReadableVersion) => Promise<T>,
): Promise<T> => {
  const attempt = async (found: ReadableVersion | undefined): Promise<T> => {
    if (found === undefined) throw documentNotFound();
    await checkReadable(context, context.draftQuery, found);
    return work(found);
  };
  for (let found = await findSource(context, number); ;) {
    try {
      return await attempt(found);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      const moved = await findSource(context, number);
      if (moved === undefined || isDeepStrictEqual(moved.source, found?.source)) throw error;
      found = moved;
    }
  }
};

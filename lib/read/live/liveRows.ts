// Reads the changes that a caller may know of. Only what the caller may read decides: not drafts, not documents that are hidden
// from the caller, and not links that other documents added to a document or removed from it.
import { Timestamp } from 'mongodb';
import type { Caller } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Reader } from '../../platform/timings.ts';
import { queryRunner, type DatabaseQuery, type Row } from '../execute/index.ts';
import { findLiveSources, type LiveSource } from './liveSources.ts';

/** A change that the caller may know of. */
export interface LiveRow {
  /** The document, and its type if the caller may list it. */
  readonly tags: readonly string[];
  /** When the published version was written or removed, in milliseconds. */
  readonly at: number;
  /** Differs for each change of the document. */
  readonly mark: string;
}

/** The stages that read the changes of a type; undefined if no tag is about it. */
const stagesFor = (
  { type, lists, visible }: LiveSource,
  tags: ReadonlySet<string> | undefined,
  documentIds: readonly string[],
  from: number,
): readonly object[] | undefined => {
  const isWhole = tags === undefined || (lists && tags.has(type.uid));
  if (!isWhole && documentIds.length === 0) return undefined;
  // An expression, so that only the index of `changed` fits.
  const named = isWhole ? {} : { $expr: { $in: ['$documentId', documentIds] } };
  return [
    { $match: { changed: { $gte: new Timestamp({ t: from, i: 0 }) }, ...named } },
    ...(visible ?? []),
    {
      $project: {
        ...{ _id: 0, documentId: 1, locale: 1, changed: 1, restoredAt: 1 },
        ...{ 'published.id': 1, 'published.updatedAt': 1, 'published.publishedAt': 1 },
        uid: { $literal: lists ? type.uid : null },
      },
    },
  ];
};

/**
 * The one query for the changes since a time, in seconds; undefined if the caller may not know of any.
 *
 * @param tags undefined: all
 */
export const changesQueryFor = (
  sources: readonly LiveSource[],
  tags: readonly string[] | undefined,
  from: number,
): DatabaseQuery | undefined => {
  const tagSet = tags === undefined ? undefined : new Set(tags);
  const documentIds = (tags ?? []).filter((tag) => !tag.includes(':'));
  const [first, ...others] = sources.flatMap((source) => {
    const stages = stagesFor(source, tagSet, documentIds, from);
    return stages === undefined ? [] : [{ coll: source.type.collectionName, pipeline: stages }];
  });
  if (first === undefined) return undefined;
  return {
    about: 'the changes',
    collection: first.coll,
    stages: [...first.pipeline, ...others.map((one) => ({ $unionWith: one }))] as DatabaseQuery['stages'],
  };
};

interface ChangedRow extends Row {
  readonly documentId: string;
  readonly locale?: string | null;
  readonly uid: string | null;
  readonly changed: Timestamp;
  readonly restoredAt?: Date;
  readonly published?: { readonly updatedAt?: Date; readonly publishedAt?: Date };
}

/**
 * `changed` is also new when another document, perhaps a hidden one, adds or removes a link: a published version has its own
 * times.
 */
const toLiveRow = ({ documentId, locale, uid, changed, restoredAt, published }: ChangedRow): LiveRow => {
  const times = [published?.updatedAt, published?.publishedAt, restoredAt].map((time) => time?.getTime() ?? 0);
  const at = published === undefined ? changed.t * 1000 : Math.max(...times);
  const state = published === undefined ? `removed ${changed.t} ${changed.i}` : String(at);
  return { tags: uid === null ? [documentId] : [documentId, uid], at, mark: `${documentId} ${locale ?? ''} ${state}` };
};

/**
 * @param tags undefined: all
 * @param from in seconds
 * @throws ApiError 503 if the database takes too long, or no place is free
 */
export const readLiveRows = async (
  service: Service,
  caller: Caller,
  tags: readonly string[] | undefined,
  from: number,
  reader?: Reader,
): Promise<readonly LiveRow[]> => {
  const context = { ...service, locales: await service.locales.known() };
  const query = changesQueryFor(findLiveSources(caller, context), tags, from);
  if (query === undefined) return [];
  const db = await service.database.get();
  const ask = queryRunner({ db, options: {} }, { reader });
  return ((await ask(query)) as readonly ChangedRow[]).map(toLiveRow);
};

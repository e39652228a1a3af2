// Compares tags with what a client knows of them. Only what the caller may read decides: not drafts, not documents that
// are hidden from the caller, and not links that other documents added to a document or removed from it.
import { hash } from 'node:crypto';
import { Timestamp } from 'mongodb';
import type { Caller } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { queryRunner, shareOf, type DatabaseQuery, type Row } from '../execute/index.ts';
import type { Reader } from '../../platform/timings.ts';
import type { LiveQuery } from './liveQuery.ts';
import { horizonSeconds } from '../sync/index.ts';
import { findLiveSources, type LiveSource } from './liveSources.ts';
import { writeSince, type LiveSince } from './liveSince.ts';

export interface LiveAnswer {
  /** The tags that have changed. */
  readonly data: readonly string[];
  readonly meta: { readonly since: string };
}

/** A change that the caller may know of. */
export interface LiveRow {
  /** The document, and its type if the caller may list it. */
  readonly tags: readonly string[];
  /** When the published version was written or removed, in milliseconds. */
  readonly at: number;
  /** Differs for each change of the document. */
  readonly mark: string;
}

/** How much the clocks of processes and of the database may differ. */
const skewSeconds = 120;

/** `since` changes so often on its own: then its window moves on, for all clients at once. */
const roundSeconds = 60;

/** With an older `since`, all tags count as changed: so no request reads a long list of changes. */
const maxAgeSeconds = 900;

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
export const liveQueryFor = (
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
 * @param from as `scanStart`, of the oldest `since`
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
  const query = liveQueryFor(findLiveSources(caller, context), tags, from);
  if (query === undefined) return [];
  const db = await service.database.get();
  const ask = queryRunner({ db, options: {} }, reader === undefined ? {} : { share: shareOf(db, reader) });
  return ((await ask(query)) as readonly ChangedRow[]).map(toLiveRow);
};

const currentSeconds = (now: Date): number => {
  const seconds = Math.floor(now.getTime() / 1000);
  return seconds - (seconds % roundSeconds);
};

/** Whether a `since` can be compared: it is neither too old nor, because it belongs to another database, in the future. */
const isComparable = ({ seconds }: LiveSince, now: Date): boolean => {
  const age = now.getTime() / 1000 - seconds;
  return age <= maxAgeSeconds && age >= -skewSeconds;
};

/** From which time on changes must be read, in seconds, to compare a `since` and to write the next one. */
export const scanStart = (since: LiveSince | undefined, now: Date): number => {
  const current = currentSeconds(now);
  const oldest = since !== undefined && isComparable(since, now) ? Math.min(since.seconds, current) : current;
  return oldest - horizonSeconds - skewSeconds;
};

const digestOf = (marks: readonly string[]): string =>
  hash('sha1', marks.toSorted().join('\n'), 'base64url').slice(0, 6);

/** Rows whose digests many clients compare: each is computed once. */
export class LiveChanges {
  private readonly rows: readonly LiveRow[];
  private readonly marks = new Map<number, ReadonlyMap<string, readonly string[]>>();
  private readonly digests = new Map<string, string>();

  /** @param rows those from `scanStart` on, perhaps more */
  constructor(rows: readonly LiveRow[]) {
    this.rows = rows;
  }

  /** A digest for each tag of the changes after the horizon before `seconds`; '' without any. */
  digestsAt(tags: readonly string[], seconds: number): readonly string[] {
    const marks = this.marksAt(seconds);
    return tags.map((tag) => {
      const ofTag = marks.get(tag);
      if (ofTag === undefined) return '';
      const key = `${seconds} ${tag}`;
      const digest = this.digests.get(key) ?? digestOf(ofTag);
      this.digests.set(key, digest);
      return digest;
    });
  }

  private marksAt(seconds: number): ReadonlyMap<string, readonly string[]> {
    const known = this.marks.get(seconds);
    if (known !== undefined) return known;
    const marks = new Map<string, string[]>();
    const start = (seconds - horizonSeconds) * 1000;
    for (const { at, tags, mark } of this.rows) {
      if (at < start) continue;
      for (const tag of tags) {
        const ofTag = marks.get(tag);
        if (ofTag === undefined) marks.set(tag, [mark]);
        else ofTag.push(mark);
      }
    }
    this.marks.set(seconds, marks);
    return marks;
  }
}

export const compareTags = (changes: LiveChanges, { tags, since }: LiveQuery, now: Date): LiveAnswer => {
  const seconds = currentSeconds(now);
  const meta = { since: writeSince({ seconds, digests: changes.digestsAt(tags, seconds) }) };
  if (since === undefined) return { data: [], meta };
  if (!isComparable(since, now)) return { data: tags, meta };
  const digests = changes.digestsAt(tags, since.seconds);
  return { data: tags.filter((_, index) => digests[index] !== (since.digests[index] ?? '')), meta };
};

/**
 * Answers which of the tags have changed since the client's previous request, as far as the caller may read them.
 *
 * @throws ApiError as `readLiveRows`
 */
export const answerLive = async (
  service: Service,
  caller: Caller,
  query: LiveQuery,
  reader: Reader,
): Promise<LiveAnswer> => {
  const now = service.now();
  const rows = await readLiveRows(service, caller, query.tags, scanStart(query.since, now), reader);
  return compareTags(new LiveChanges(rows), query, now);
};

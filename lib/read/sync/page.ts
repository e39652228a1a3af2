// Reads a page of changes, type by type: changed documents, or all published ones.
import type { Timestamp } from 'mongodb';
import { mapInTurns, storedDocumentShaper, type RunQuery, type Row } from '../execute/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import type { SyncPosition, SyncPlace } from './cursor.ts';
import type { SyncSource } from './sources.ts';
import { changedIndex } from '../../platform/db/index.ts';
import { projection } from '../plan/index.ts';
import type { IndexKeys } from '../../schema/index.ts';

/** Which documents of a source to read. */
export interface SyncRequest {
  /** Documents changed at or after this time, deleted ones too; undefined: all published documents. */
  readonly since: Timestamp | undefined;
  /** The last document of the previous page. */
  readonly after: SyncPosition | undefined;
  /** undefined: all locales. */
  readonly locale: string | undefined;
  readonly limit: number;
}

const byId: IndexKeys = { _id: 1 };

/**
 * The conditions of a full reading. It reads by `_id`, which no write changes, and because documents stored by old
 * versions of Lectern have no time of change.
 */
const publishedAfter = (after: SyncPosition | undefined): object => ({
  'published.id': { $gte: 0 },
  ...(after === undefined ? {} : { _id: { $gt: after.id } }),
});

/**
 * The conditions for changed documents. `_id` orders documents with the same time. Every branch repeats the base, so
 * that each uses the index.
 */
const changedAfter = (since: Timestamp, after: SyncPosition | undefined, base: object): object =>
  after === undefined
    ? { ...base, changed: { $gte: since } }
    : {
        $or: [
          { ...base, changed: after.changed, _id: { $gt: after.id } },
          { ...base, changed: { $gt: after.changed } },
        ],
      };

/** The query: documents in the order of `SyncPosition`, with the fields that their answers need. */
export const syncQueryFor = ({ name, type, select }: SyncSource, { since, after, locale, limit }: SyncRequest) => {
  const base = type.localized && locale !== undefined ? { locale } : {};
  const order = since === undefined ? byId : changedIndex;
  return {
    about: name,
    collection: type.collectionName,
    stages: [
      { $match: since === undefined ? { ...base, ...publishedAfter(after) } : changedAfter(since, after, base) },
      { $sort: order },
      { $limit: limit },
      { $project: { ...projection(select, type, 'published'), _id: 1, changed: 1 } },
    ],
    hint: order,
  };
};

/** A changed document in one locale. */
export interface SyncChange {
  readonly type: string;
  readonly documentId: unknown;
  /** null when the type is not localized. */
  readonly locale: unknown;
  readonly change: 'changed' | 'deleted';
  /** The published version; undefined when it was deleted or unpublished. */
  readonly entry?: object;
}

interface SyncPage {
  readonly data: readonly SyncChange[];
  /** Where the next page begins; undefined when this is the last page. */
  readonly next: SyncPlace | undefined;
}

// The projection contains both fields; documents of a full reading may have no time of change.
const positionOf = ({ changed, _id }: Row, since: Timestamp | undefined): SyncPosition => ({
  changed: since && (changed as Timestamp),
  id: _id as SyncPosition['id'],
});

const changesOf = async (
  service: Service,
  { name, type, select }: SyncSource,
  rows: readonly Row[],
  { reader }: Timings,
) => {
  const answered = await storedDocumentShaper(service, type, select);
  return mapInTurns(reader, rows, (row): readonly [Row, SyncChange] => {
    const of = { type: name, documentId: row.documentId, locale: row.locale ?? null };
    return [
      row,
      row.published === undefined ? { ...of, change: 'deleted' } : { ...of, change: 'changed', entry: answered(row) },
    ];
  });
};

/** The size reserved for the rest of the answer, with the cursor. */
const envelopeBytes = 10_000;

/**
 * Reads one page. It ends before it exceeds the size limit of an answer; a single document above the limit is included,
 * and the HTTP layer refuses it.
 *
 * @param place where the page begins
 * @param request `limit` counts the documents of all types
 * @throws ApiError as `ask`, and 503 when the URLs of files cannot be signed
 */
export const readSyncPage = async (
  service: Service,
  { ask, timings }: { readonly ask: RunQuery; readonly timings: Timings },
  sources: readonly SyncSource[],
  place: SyncPlace,
  request: Omit<SyncRequest, 'after'>,
): Promise<SyncPage> => {
  const data: SyncChange[] = [];
  let bytes = service.config.api.rest.maxResponseBytes - envelopeBytes;
  for (const [index, source] of sources.entries()) {
    if (index < place.index) continue;
    const after = index === place.index ? place.after : undefined;
    const room = request.limit - data.length;
    // One row more than fits shows whether there are more.
    const question = syncQueryFor(source, { ...request, after, limit: room + 1 });
    const rows = await timings.measure('database', () => ask(question));
    let last: Row | undefined;
    for (const [row, change] of await changesOf(service, source, rows.slice(0, room), timings)) {
      bytes -= Buffer.byteLength(JSON.stringify(change));
      if (bytes < 0 && data.length > 0) break;
      data.push(change);
      last = row;
    }
    if (last !== rows.at(-1))
      return { data, next: { index, after: last === undefined ? after : positionOf(last, request.since) } };
  }
  return { data, next: undefined };
};

// Reads a page of changes, type by type.
import type { Timestamp } from 'mongodb';
import { storedDocumentShaper, type RunQuery, type Row } from '../execute/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import type { SyncPosition, SyncPlace } from './cursor.ts';
import { syncQueryFor, type SyncRequest } from './databaseQuery.ts';
import type { SyncSource } from './sources.ts';

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

export interface SyncPage {
  readonly data: readonly SyncChange[];
  /** Where the next page begins; undefined when this is the last page. */
  readonly next: SyncPlace | undefined;
}

// The projection contains both fields; documents of a full reading may have no time of change.
const positionOf = ({ changed, _id }: Row, since: Timestamp | undefined): SyncPosition => ({
  changed: since && (changed as Timestamp),
  id: _id as SyncPosition['id'],
});

const changesOf = async (service: Service, { name, type, select }: SyncSource, rows: readonly Row[]) => {
  const answered = await storedDocumentShaper(service, type, select);
  return rows.map((row): readonly [Row, SyncChange] => {
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
    for (const [row, change] of await changesOf(service, source, rows.slice(0, room))) {
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

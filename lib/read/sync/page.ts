// Reads a page of changes, type by type.
import type { Timestamp } from 'mongodb';
import { wholeDocuments, type Ask, type Row } from '../execute/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import type { Mark, Place } from './cursor.ts';
import { questionOf, type Wanted } from './question.ts';
import type { Source } from './sources.ts';

/** A changed document in one locale. */
export interface Change {
  readonly type: string;
  readonly documentId: unknown;
  /** null when the type is not localized. */
  readonly locale: unknown;
  readonly change: 'changed' | 'deleted';
  /** The published version; undefined when it was deleted or unpublished. */
  readonly entry?: object;
}

export interface Page {
  readonly data: readonly Change[];
  /** Where the next page begins; undefined when this is the last page. */
  readonly next: Place | undefined;
}

// The projection contains both fields; documents of a full reading may have no time of change.
const markOf = ({ changed, _id }: Row, since: Timestamp | undefined): Mark => ({
  changed: since && (changed as Timestamp),
  id: _id as Mark['id'],
});

const changesIn = async (service: Service, { name, type, select }: Source, rows: readonly Row[]) => {
  const answered = await wholeDocuments(service, type, select);
  return rows.map((row): readonly [Row, Change] => {
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
 * and
 * the HTTP layer refuses it.
 *
 * @param place where the page begins
 * @param wanted `limit` counts the documents of all types
 * @throws ApiError as `ask`, and 503 when the URLs of files cannot be signed
 */
export const pageOf = async (
  service: Service,
  { ask, timings }: { readonly ask: Ask; readonly timings: Timings },
  sources: readonly Source[],
  place: Place,
  wanted: Omit<Wanted, 'after'>,
): Promise<Page> => {
  const data: Change[] = [];
  let bytes = service.config.api.rest.maxResponseBytes - envelopeBytes;
  for (const [index, source] of sources.entries()) {
    if (index < place.index) continue;
    const after = index === place.index ? place.after : undefined;
    const room = wanted.limit - data.length;
    // One row more than fits shows whether there are more.
    const question = questionOf(source, { ...wanted, after, limit: room + 1 });
    const rows = await timings.measure('database', () => ask(question));
    let last: Row | undefined;
    for (const [row, change] of await changesIn(service, source, rows.slice(0, room))) {
      bytes -= Buffer.byteLength(JSON.stringify(change));
      if (bytes < 0 && data.length > 0) break;
      data.push(change);
      last = row;
    }
    if (last !== rows.at(-1))
      return { data, next: { index, after: last === undefined ? after : markOf(last, wanted.since) } };
  }
  return { data, next: undefined };
};

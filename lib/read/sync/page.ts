// A page of changes: type after type, until it is full.
import type { Timestamp } from 'mongodb';
import { wholeDocuments, type Ask, type Row } from '../execute/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import type { Mark, Place } from './cursor.ts';
import { questionOf, type Wanted } from './question.ts';
import type { Source } from './sources.ts';

/** A document in a locale, as it is from now on. */
export interface Change {
  readonly type: string;
  readonly documentId: unknown;
  /** null where the type is not localized. */
  readonly locale: unknown;
  readonly change: 'changed' | 'deleted';
  /** The published version; none where there is none any more. */
  readonly entry?: object;
}

export interface Page {
  readonly data: readonly Change[];
  /** Where the next page begins; undefined: this is the last. */
  readonly next: Place | undefined;
}

// The projection keeps both; what is read by `_id` may have no time.
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

/** What the envelope takes, and the cursor in it. */
const envelopeBytes = 10_000;

/**
 * A page that cannot be sent as a whole ends sooner; one document that cannot be is refused by who sends it.
 *
 * @param place where the page begins
 * @param wanted `limit` is of all types together
 * @throws ApiError as `ask`, and 503 where the addresses of files cannot be signed
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
    // One more than there is room for tells whether there is more.
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

// Writes and reads sync cursors: how far a client's copy is, as opaque text.
import { createHash } from 'node:crypto';
import { ObjectId, Timestamp } from 'mongodb';
import { invalid } from '../../errors.ts';

/** A document's position in a reading: by the time of its change or, when all documents are read, by `_id`. */
export interface Mark {
  readonly changed: Timestamp | undefined;
  readonly id: ObjectId;
}

/** Where a reading continues: after a document of a type, or, without one, at the type's first document. */
export interface Place {
  /** The number of the type. */
  readonly index: number;
  readonly after: Mark | undefined;
}

export interface Cursor {
  /** The requested types and locale, as in the query string. */
  readonly types: string | undefined;
  readonly locale: string | undefined;
  /** A hash of the documents' form for the caller. */
  readonly form: string;
  /** The client knows all changes before this time; undefined: it knows nothing yet. */
  readonly since: Timestamp | undefined;
  /** A reading with more pages to come, and when it began. */
  readonly reading: { readonly began: Timestamp; readonly place: Place } | undefined;
}

/**
 * A checksum that detects a cut or mistyped cursor. It is not a signature: a forged cursor reads nothing that its
 * author may not read.
 */
const sumOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8);

const timeOf = (time: Timestamp | undefined): readonly number[] | null =>
  time === undefined ? null : [time.t, time.i];

export const writeCursor = ({ types, locale, form, since, reading }: Cursor): string => {
  const after = reading?.place.after;
  const at =
    reading === undefined
      ? null
      : [
          timeOf(reading.began),
          reading.place.index,
          after === undefined ? null : [timeOf(after.changed), after.id.toHexString()],
        ];
  const json = JSON.stringify([types ?? null, locale ?? null, form, timeOf(since), at]);
  const text = Buffer.from(json).toString('base64url');
  return `${text}.${sumOf(text)}`;
};

const wrong = (): Error => invalid('Invalid since: send meta.next of the previous answer unchanged', { path: 'since' });

const listIn = (value: unknown, length: number): readonly unknown[] => {
  if (!Array.isArray(value) || value.length !== length) throw wrong();
  return value;
};

const textIn = (value: unknown): string => {
  if (typeof value !== 'string') throw wrong();
  return value;
};

const numberIn = (value: unknown): number => {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= 2 ** 32) throw wrong();
  return value as number;
};

const timeIn = (value: unknown): Timestamp => {
  const [t, i] = listIn(value, 2);
  return new Timestamp({ t: numberIn(t), i: numberIn(i) });
};

const markIn = (value: unknown): Mark => {
  const [changed, id] = listIn(value, 2);
  if (!ObjectId.isValid(textIn(id))) throw wrong();
  return { changed: orNone(changed, timeIn), id: new ObjectId(textIn(id)) };
};

const readingIn = (value: unknown): NonNullable<Cursor['reading']> => {
  const [began, index, after] = listIn(value, 3);
  return { began: timeIn(began), place: { index: numberIn(index), after: orNone(after, markIn) } };
};

const orNone = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === null ? undefined : read(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw wrong();
  }
};

/**
 * @param given the text that `writeCursor` returned
 * @throws ApiError 400 for any other text
 */
export const readCursor = (given: string): Cursor => {
  const [text = '', sum, ...others] = given.split('.');
  if (others.length > 0 || sum !== sumOf(text)) throw wrong();
  const [types, locale, form, since, reading] = listIn(parsed(text), 5);
  const cursor = {
    types: orNone(types, textIn),
    locale: orNone(locale, textIn),
    form: textIn(form),
    since: orNone(since, timeIn),
    reading: orNone(reading, readingIn),
  };
  const after = cursor.reading?.place.after;
  // Changes are ordered by time, and a full reading by `_id`.
  const isWhole = cursor.since === undefined;
  if ((isWhole && cursor.reading === undefined) || (after && isWhole !== (after.changed === undefined))) throw wrong();
  return cursor;
};

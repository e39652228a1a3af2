// Writes and reads sync cursors: how far a client's copy is, as opaque text.
import { createHash } from 'node:crypto';
import { ObjectId, Timestamp } from 'mongodb';
import { invalid } from '../../errors.ts';

/** A document's position in a reading: by the time of its change or, when all documents are read, by `_id`. */
export interface SyncPosition {
  readonly changed: Timestamp | undefined;
  readonly id: ObjectId;
}

/** Where a reading continues: after a document of a type, or, without one, at the type's first document. */
export interface SyncPlace {
  /** The number of the type. */
  readonly index: number;
  readonly after: SyncPosition | undefined;
}

export interface SyncCursor {
  /** The requested types and locale, as in the query string. */
  readonly types: string | undefined;
  readonly locale: string | undefined;
  /** A hash of the documents' form for the caller. */
  readonly form: string;
  /** The client knows all changes before this time; undefined: it knows nothing yet. */
  readonly since: Timestamp | undefined;
  /** A reading with more pages to come, and when it began. */
  readonly reading: { readonly began: Timestamp; readonly place: SyncPlace } | undefined;
}

/**
 * A checksum that detects a cut or mistyped cursor. It is not a signature: a forged cursor reads nothing that its
 * author may not read.
 */
const checksumOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8);

const timeOf = (time: Timestamp | undefined): readonly number[] | null =>
  time === undefined ? null : [time.t, time.i];

export const writeSyncCursor = ({ types, locale, form, since, reading }: SyncCursor): string => {
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
  return `${text}.${checksumOf(text)}`;
};

const invalidCursor = (): Error =>
  invalid('Invalid since: send meta.next of the previous answer unchanged', { path: 'since' });

const readList = (value: unknown, length: number): readonly unknown[] => {
  if (!Array.isArray(value) || value.length !== length) throw invalidCursor();
  return value;
};

const readText = (value: unknown): string => {
  if (typeof value !== 'string') throw invalidCursor();
  return value;
};

const readNumber = (value: unknown): number => {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= 2 ** 32) throw invalidCursor();
  return value as number;
};

const readTime = (value: unknown): Timestamp => {
  const [t, i] = readList(value, 2);
  return new Timestamp({ t: readNumber(t), i: readNumber(i) });
};

const readPosition = (value: unknown): SyncPosition => {
  const [changed, id] = readList(value, 2);
  if (!ObjectId.isValid(readText(id))) throw invalidCursor();
  return { changed: readOptional(changed, readTime), id: new ObjectId(readText(id)) };
};

const readReading = (value: unknown): NonNullable<SyncCursor['reading']> => {
  const [began, index, after] = readList(value, 3);
  return { began: readTime(began), place: { index: readNumber(index), after: readOptional(after, readPosition) } };
};

const readOptional = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === null ? undefined : read(value);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
};

/**
 * @param token the text that `writeCursor` returned
 * @throws ApiError 400 for any other text
 */
export const readSyncCursor = (token: string): SyncCursor => {
  const [text = '', sum, ...others] = token.split('.');
  if (others.length > 0 || sum !== checksumOf(text)) throw invalidCursor();
  const [types, locale, form, since, reading] = readList(parseJson(text), 5);
  const cursor = {
    types: readOptional(types, readText),
    locale: readOptional(locale, readText),
    form: readText(form),
    since: readOptional(since, readTime),
    reading: readOptional(reading, readReading),
  };
  const after = cursor.reading?.place.after;
  // Changes are ordered by time, and a full reading by `_id`.
  const isWhole = cursor.since === undefined;
  if ((isWhole && cursor.reading === undefined) || (after && isWhole !== (after.changed === undefined)))
    throw invalidCursor();
  return cursor;
};

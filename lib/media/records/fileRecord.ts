// The record of a file, in Strapi's form. Documents relate to it, and sites read it.
import { formatEndings, formatNames, type FormatName, type Picture } from '../image/picture.ts';
import type { FileType } from '../image/detectType.ts';

export type { FileInfo } from './contract.ts';

/** A format in a record. */
export interface FormatRecord {
  readonly name: string;
  readonly hash: string;
  readonly ext: string;
  readonly mime: string;
  readonly path: null;
  readonly width: number;
  readonly height: number;
  /** In KB. */
  readonly size: number;
  readonly sizeInBytes: number;
  readonly url: string;
}

/** An uploaded picture whose formats are not made yet. It has no URL until then. */
export interface PendingFormats {
  readonly key: string;
  /** Why the formats cannot be made. */
  readonly fault?: string;
}

/**
 * The values of a record that Lectern computes: the attributes of `plugin::upload.file` without those that editors
 * set.
 */
export interface FileRecord {
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly formats: Readonly<Partial<Record<FormatName, FormatRecord>>> | null;
  readonly hash: string;
  readonly ext: string;
  readonly mime: string;
  /** In KB. */
  readonly size: number;
  readonly url: string;
  readonly provider: string;
  /** Private. Older records do not have it. */
  readonly pending?: PendingFormats | null;
}

export interface RecordInput {
  readonly name: string;
  readonly hash: string;
  readonly type: FileType;
  readonly bytes: number;
  /** undefined if the file is not a picture, or is not decoded yet. */
  readonly picture: Picture | undefined;
  readonly pending?: PendingFormats;
  readonly provider: string;
  /** Returns the URL of a key. */
  readonly url: (key: string) => string;
}

/** In units of a thousand bytes, with two decimals. */
const kilobytes = (bytes: number): number => Math.round(bytes / 10) / 100;

/** The key of a file: its hash and its ending. */
export const fileKey = ({ hash, ext }: { readonly hash: string; readonly ext: string }): string => `${hash}${ext}`;

/** The hash of a format: the name of the format, then the hash of its file. */
export const formatHash = (format: string, hash: string): string => `${format}_${hash}`;

export const buildRecord = ({ name, hash, type, bytes, picture, pending, provider, url }: RecordInput): FileRecord => {
  const formats = (picture?.formats ?? []).map((made): [FormatName, FormatRecord] => {
    const formatFile = { hash: formatHash(made.name, hash), ext: made.ext };
    return [
      made.name,
      {
        name: `${made.name}_${name}`,
        ...formatFile,
        ...{ mime: made.mime, path: null, width: made.width, height: made.height },
        ...{ size: kilobytes(made.bytes), sizeInBytes: made.bytes, url: url(fileKey(formatFile)) },
      },
    ];
  });
  return {
    name,
    width: picture?.width ?? type.width ?? null,
    height: picture?.height ?? type.height ?? null,
    formats: formats.length === 0 ? null : Object.fromEntries(formats),
    hash,
    ext: type.ext,
    mime: type.mime,
    size: kilobytes(bytes),
    url: url(fileKey({ hash, ext: type.ext })),
    provider,
    pending: pending ?? null,
  };
};

/** A stored file that is copied over another. */
export interface FileCopy {
  readonly from: string;
  readonly to: string;
}

/**
 * Gives a new file the addresses of the one that it replaces, so that pages which were built before show it. A format that
 * the new picture has not is the next larger one; a format that only the new one has keeps its own address.
 *
 * @param made the record of the new file, under whose keys the bytes are
 * @param bytes how many the file itself has
 * @returns the record with the other addresses, and where to copy the bytes
 */
export const atAddressesOf = <T extends FileRecord>(
  made: T,
  bytes: number,
  { hash, ext, url, formats }: FileRecord,
): { readonly record: T; readonly copies: readonly FileCopy[] } => {
  const { mime, size, width, height } = made;
  const whole = { ...{ mime, path: null, size, sizeInBytes: bytes }, ...{ hash: made.hash, ext: made.ext } };
  const sizes = [
    ...Object.values(made.formats ?? {}).toSorted((one, other) => one.width - other.width),
    { ...whole, width: width ?? 0, height: height ?? 0 },
  ];
  const placed = Object.entries(formats ?? {}).map(([name, address]) => {
    const own = made.formats?.[name as FormatName];
    const source = own ?? sizes.find((one) => one.width >= address.width) ?? sizes.at(-1) ?? address;
    return { name, source, address };
  });
  const all = {
    ...made.formats,
    ...Object.fromEntries(
      placed.map(({ name, source, address }) => [
        name,
        { ...source, name: `${name}_${made.name}`, hash: address.hash, ext: address.ext, url: address.url },
      ]),
    ),
  };
  return {
    record: { ...made, hash, ext, url, formats: Object.keys(all).length === 0 ? null : all },
    copies: [{ source: made, address: { hash, ext } }, ...placed].map(({ source, address }) => ({
      from: fileKey(source),
      to: fileKey(address),
    })),
  };
};

/** Every possible key of a format, for a picture whose formats are being made. */
const formatKeys = ({ hash, ext }: Pick<FileRecord, 'hash' | 'ext'>): readonly string[] =>
  formatNames.flatMap((name) =>
    [ext, ...formatEndings].map((ending) => fileKey({ hash: formatHash(name, hash), ext: ending })),
  );

/** Every key that a record uses: of the file, of its formats, and of formats that are still to be made. */
export const allKeysOf = (record: Pick<FileRecord, 'hash' | 'ext' | 'formats' | 'pending'>): readonly string[] => [
  ...[record, ...Object.values(record.formats ?? {})].map(fileKey),
  ...(record.pending ? [record.pending.key, ...formatKeys(record)] : []),
];

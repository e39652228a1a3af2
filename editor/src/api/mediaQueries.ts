// Pure parts of the media library's requests.
import type { Data } from './call.ts';

/** A file as the API answers it. */
export interface MediaFile {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly alternativeText: string | null;
  readonly caption: string | null;
  readonly focalPoint: { readonly x: number; readonly y: number } | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly formats: Readonly<Record<string, { readonly url: string; readonly width: number }>> | null;
  readonly hash: string;
  readonly ext: string;
  readonly mime: string;
  /** Kilobytes. */
  readonly size: number;
  readonly url: string;
  readonly provider: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The documentId of its folder; null at the top. Only in answers of /api/upload. */
  readonly folder?: string | null;
  /** Whether the user uploaded it. Only in reads of users who may change or delete only their own files. */
  readonly own?: boolean;
}

export type MediaFolder = Data<'GET /api/upload/folders'>[number];

/** The kinds of files that `allowedTypes` names. */
export type MediaKind = 'images' | 'videos' | 'audios' | 'files';

/** The kind of a file by the first part of its MIME type, as the API decides it. */
export const mediaKindOf = (mime: string): MediaKind => {
  if (mime.startsWith('image/')) return 'images';
  if (mime.startsWith('video/')) return 'videos';
  return mime.startsWith('audio/') ? 'audios' : 'files';
};

/** @param allowedTypes undefined or empty: all */
export const isAllowed = (mime: string, allowedTypes: readonly string[] | undefined): boolean =>
  allowedTypes === undefined || allowedTypes.length === 0 || allowedTypes.includes(mediaKindOf(mime));

const prefixes = { images: 'image/', videos: 'video/', audios: 'audio/' } as const;

const kindsIn = (allowedTypes: readonly string[] | undefined): ReadonlySet<string> | undefined => {
  const kinds = new Set((allowedTypes ?? []).filter((kind) => kind === 'files' || kind in prefixes));
  return kinds.size === 0 || kinds.size === 4 ? undefined : kinds;
};

/** What a file chooser of the browser offers; undefined: all files. */
export const acceptedTypes = (allowedTypes: readonly string[] | undefined): readonly string[] | undefined => {
  const kinds = kindsIn(allowedTypes);
  if (kinds === undefined || kinds.has('files')) return undefined;
  return Object.entries(prefixes).flatMap(([kind, prefix]) => (kinds.has(kind) ? [`${prefix}*`] : []));
};

/** Filters for files of these kinds. `files` is what no prefix matches. */
const kindFilters = (allowedTypes: readonly string[] | undefined): Readonly<Record<string, string>> => {
  const kinds = kindsIn(allowedTypes);
  if (kinds === undefined) return {};
  const hasFiles = kinds.has('files');
  const root = hasFiles ? 'filters[$and][0][$not][$or]' : 'filters[$and][0][$or]';
  return Object.fromEntries(
    Object.entries(prefixes)
      .filter(([kind]) => kinds.has(kind) !== hasFiles)
      .map(([, prefix], index) => [`${root}[${index}][mime][$startsWith]`, prefix]),
  );
};

/** Filters for pictures that have no text for people who do not see them. */
export const undescribedFilters = {
  ...kindFilters(['images']),
  'filters[$and][1][$or][0][alternativeText][$null]': true,
  'filters[$and][1][$or][1][alternativeText][$eq]': '',
};

/** Whether a file is such a picture. */
export const isUndescribed = ({ mime, alternativeText }: Pick<MediaFile, 'mime' | 'alternativeText'>): boolean =>
  mediaKindOf(mime) === 'images' && (alternativeText ?? '') === '';

export interface MediaSearch {
  readonly text?: string;
  readonly allowedTypes?: readonly string[] | undefined;
  /** Only pictures without an alternative text. */
  readonly isUndescribed?: boolean;
  /** The documentId of a folder; null: files without a folder; undefined: all files. A search looks into all folders. */
  readonly folder?: string | null | undefined;
  /** As the API writes it, `name:asc`; undefined: the best matches first in a search by words, else last uploaded first. */
  readonly sort?: string | undefined;
  /** Whether the words of the text are searched, else the text as it is. */
  readonly byWords?: boolean;
}

const mediaPageSize = 40;

/** The query of a page of files. @param cursor where the page before ended; empty: the first page */
export const mediaQuery = (
  { text = '', allowedTypes, isUndescribed: lacksText = false, folder, sort, byWords = false }: MediaSearch,
  cursor: string,
): Readonly<Record<string, string | number | boolean>> => ({
  ...(lacksText ? undescribedFilters : kindFilters(allowedTypes)),
  ...(text === ''
    ? folder === undefined
      ? {}
      : folder === null
        ? { 'filters[folder][$null]': true }
        : { 'filters[folder][$eq]': folder }
    : byWords
      ? { search: text }
      : {
          'filters[$or][0][name][$containsi]': text,
          'filters[$or][1][alternativeText][$containsi]': text,
          'filters[$or][2][caption][$containsi]': text,
        }),
  ...(sort === undefined && text !== '' && byWords ? {} : { sort: sort ?? 'createdAt:desc' }),
  'pagination[cursor]': cursor,
  'pagination[pageSize]': mediaPageSize,
});

/** A stored picture, with its sizes and the time of its last change. */
export type Picture = Pick<MediaFile, 'url'> & Partial<Pick<MediaFile, 'formats' | 'updatedAt'>>;

/**
 * The smallest stored size of a picture that is at least `width` pixels wide, else the picture itself. The browser may still have
 * the file that had this address before: with another parameter it asks again. A signed address takes none.
 */
export const pictureUrl = ({ formats, url, updatedAt }: Picture, width: number): string => {
  const sizes = Object.values(formats ?? {}).sort((a, b) => a.width - b.width);
  const address = sizes.find((size) => size.width >= width)?.url ?? url;
  return updatedAt === undefined || address.includes('?') ? address : `${address}?v=${Date.parse(updatedAt)}`;
};

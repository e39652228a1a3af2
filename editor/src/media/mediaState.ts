// What the media library shows, read from the address and written to it.
import type { MediaKind } from '../api/mediaQueries.ts';

/** The parameters of the address, as the route declares and checks them. */
export interface MediaParameters {
  readonly folder?: string;
  readonly q?: string;
  readonly kind?: string;
  readonly sort?: string;
  readonly file?: string;
}

export const sorts = [
  'createdAt:desc',
  'createdAt:asc',
  'updatedAt:desc',
  'name:asc',
  'name:desc',
  'size:desc',
  'size:asc',
] as const;

type MediaSort = (typeof sorts)[number];

/** `undescribed`: the pictures without an alternative text, in all folders. */
export const kinds: readonly (MediaKind | 'undescribed')[] = ['images', 'videos', 'audios', 'files', 'undescribed'];

export interface MediaState {
  /** The documentId of the open folder; null at the top. */
  readonly folder: string | null;
  readonly q: string;
  readonly kind: (typeof kinds)[number] | undefined;
  /** Undefined: the user has chosen none. */
  readonly sort: MediaSort | undefined;
  /** The documentId of the file whose details are open. */
  readonly file: string | undefined;
}

type Parameters = { readonly [Name in keyof MediaParameters]?: string | undefined };

export const readMediaState = ({ folder, q, kind, sort, file }: Parameters): MediaState => ({
  folder: folder ?? null,
  q: q ?? '',
  kind: kinds.find((one) => one === kind),
  sort: sorts.find((one) => one === sort),
  file,
});

/** @returns the address of a state; defaults are left out, but not beside a search, which can rank */
export const writeMediaState = ({ folder, q, kind, sort, file }: MediaState): MediaParameters => ({
  ...(folder === null ? {} : { folder }),
  ...(q === '' ? {} : { q }),
  ...(kind === undefined ? {} : { kind }),
  ...(sort === undefined || (q === '' && sort === sorts[0]) ? {} : { sort }),
  ...(file === undefined ? {} : { file }),
});

/** Whether files may exist here that the screen does not show. */
export const isNarrowed = ({ q, kind }: MediaState): boolean => q !== '' || kind !== undefined;

/** Whether the files of all folders are shown. */
export const isEverywhere = ({ q, kind }: MediaState): boolean => q !== '' || kind === 'undescribed';

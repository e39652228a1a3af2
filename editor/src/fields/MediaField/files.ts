// Changes of a media attribute's files.
import { isAllowed, type MediaFile } from '../../api/mediaQueries.ts';
import type { LinkedFile } from '../../form/types.ts';

/** The files of a form's value: a file, a list or nothing. */
export const filesIn = (value: unknown): readonly LinkedFile[] => {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value as readonly LinkedFile[]) : [value as LinkedFile];
};

export const toValue = (files: readonly LinkedFile[], multiple: boolean): readonly LinkedFile[] | LinkedFile | null =>
  multiple ? files : (files[0] ?? null);

export const toLinkedFile = (file: MediaFile): LinkedFile => ({
  id: file.id,
  documentId: file.documentId,
  name: file.name,
  url: file.url,
  mime: file.mime,
  alternativeText: file.alternativeText,
  caption: file.caption,
  width: file.width,
  height: file.height,
  formats: file.formats,
  updatedAt: file.updatedAt,
});

export const fileKey = ({ documentId }: LinkedFile): string => documentId;

/** Adds files that are not there yet at the end; an attribute of one file gets the last one instead of its own. */
export const addFiles = (
  files: readonly LinkedFile[],
  added: readonly LinkedFile[],
  multiple: boolean,
): readonly LinkedFile[] => {
  if (!multiple) return added.length === 0 ? files : added.slice(-1);
  const present = new Set(files.map(fileKey));
  return [...files, ...added.filter((file) => !present.has(fileKey(file)))];
};

export const removeFile = (files: readonly LinkedFile[], file: LinkedFile): readonly LinkedFile[] =>
  files.filter((other) => fileKey(other) !== fileKey(file));

/** Divides files that the user chose by what the attribute accepts. */
export const splitByType = <T extends { readonly type: string }>(
  files: readonly T[],
  allowedTypes: readonly string[] | undefined,
): { readonly accepted: readonly T[]; readonly refused: readonly T[] } => ({
  accepted: files.filter(({ type }) => isAllowed(type, allowedTypes)),
  refused: files.filter(({ type }) => !isAllowed(type, allowedTypes)),
});

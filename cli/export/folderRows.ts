// The folders of files: documents in Strapi, and not in Lectern.
import type { StoredFolder } from '../../lib/media/index.ts';
import { builtInUids } from '../../lib/schema/index.ts';
import { strapiUids, type ArchiveEntity, type ArchiveLink } from '../archive/index.ts';

/** Folders by documentId. */
export type Folders = ReadonlyMap<string, StoredFolder>;

/** The path of a folder in Strapi: the ids from the top, `/1/4`. That of the top is `/`. */
export const folderPath = (folders: Folders, documentId: unknown): string => {
  const folder = typeof documentId === 'string' ? folders.get(documentId) : undefined;
  if (folder === undefined) return '/';
  const outer = folderPath(folders, folder.parent);
  return `${outer === '/' ? '' : outer}/${folder.id}`;
};

export const folderRows = (folders: Folders): readonly ArchiveEntity[] =>
  [...folders.values()].map(({ _id: documentId, id, name, createdAt, updatedAt }) => ({
    type: strapiUids.folder,
    id,
    data: {
      ...{ documentId, name, pathId: id, path: folderPath(folders, documentId) },
      ...{ createdAt, updatedAt, publishedAt: updatedAt, locale: null },
    },
  }));

/** The links of folders to their parents. */
export const parentLinks = (folders: Folders): readonly ArchiveLink[] =>
  [...folders.values()].flatMap(({ id, parent }, index): readonly ArchiveLink[] => {
    const outer = folders.get(parent ?? '');
    if (outer === undefined) return [];
    return [
      {
        ...{ kind: 'relation.circular', relation: 'manyToOne' },
        left: { type: strapiUids.folder, ref: id, field: 'parent' },
        right: { type: strapiUids.folder, ref: outer.id, field: 'children', pos: index + 1 },
      },
    ];
  });

/** @param pos the position of the file among all files */
export const fileFolderLink = (file: number, folder: StoredFolder, pos: number): ArchiveLink => ({
  ...{ kind: 'relation.basic', relation: 'manyToOne' },
  left: { type: builtInUids.file, ref: file, field: 'folder' },
  right: { type: strapiUids.folder, ref: folder.id, field: 'files', pos },
});

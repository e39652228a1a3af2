// The bytes of files and of their formats, with what Strapi needs to know of each.
import { isObject } from '../../lib/schema/index.ts';
import type { Store } from '../../lib/media/index.ts';
import { assetMetadataFolder, uploadsFolder, type ArchiveEntity, type ArchiveWriter } from '../archive/index.ts';

/** A file of the store, and its description in an archive. */
export interface Asset {
  readonly key: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const keyOf = ({ hash, ext }: Readonly<Record<string, unknown>>): string => textOf(hash) + textOf(ext);

/** The assets of a row of a file: itself, then its formats. */
export const assetsOf = ({ id, data }: ArchiveEntity): readonly Asset[] => {
  const formats = isObject(data.formats) ? Object.entries(data.formats) : [];
  return [
    { key: keyOf(data), metadata: { id, ...data } },
    ...formats.flatMap(([type, format]) =>
      isObject(format) ? [{ key: keyOf(format), metadata: { ...format, type, id, mainHash: data.hash } }] : [],
    ),
  ];
};

/** @returns whether the store has the file */
export const addAsset = async (archive: ArchiveWriter, store: Store, { key, metadata }: Asset): Promise<boolean> => {
  const file = await store.find(key);
  if (file === undefined) return false;
  await archive.addContent(`${assetMetadataFolder}/${key}.json`, JSON.stringify(metadata));
  await archive.addStream(`${uploadsFolder}/${key}`, file.bytes, await store.read(key));
  return true;
};

// The type of files, as the media library shows it.
import { uids } from './builtInTypes.ts';
import { typeOf } from './schemaLookup.ts';
import type { ContentType, Schema } from './types.ts';

const bySchema = new WeakMap<Schema, ContentType>();

/** The type of files with the attributes that only the routes of the media library show: the folder. */
export const libraryFileType = (schema: Schema): ContentType => {
  const type = typeOf(schema, uids.file);
  const inLibrary = bySchema.get(schema) ?? {
    ...type,
    attributes: new Map(
      [...type.attributes].map(([name, one]) => [name, name === 'folder' ? { ...one, private: false } : one]),
    ),
  };
  bySchema.set(schema, inLibrary);
  return inLibrary;
};

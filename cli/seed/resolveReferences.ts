// Resolves the references of a seed document to documentIds: by position in the file, by documentId or by a unique field.
import type { Filter } from 'mongodb';
import { livingFilter } from '../../lib/platform/db/index.ts';
import {
  componentOf,
  editedVersion,
  isObject,
  typeOf,
  type Attributes,
  type ContentType,
  type RelationAttribute,
} from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { SeedFiles } from './seedFiles.ts';

/** The documentIds of the documents created so far, by type and in the order of the file. */
export type CreatedIds = Map<string, readonly string[]>;

type SeedValues = Readonly<Record<string, unknown>>;

export interface References {
  readonly service: Service;
  readonly createdIds: CreatedIds;
  readonly files: SeedFiles;
}

/** The references of the documents of one type, while they are written. */
export interface GroupReferences extends References {
  readonly type: ContentType;
  /** The documents of other types that were found, by reference: these types do not change meanwhile. */
  readonly found: Map<string, Promise<string>>;
}

/**
 * @param path the path of the values in the document
 * @returns the values as in a request body of the API
 * @throws Error with the path when a reference matches no document or several
 */
export const resolveReferences = async (
  references: GroupReferences,
  values: SeedValues,
  attributes: Attributes,
  path: readonly string[] = [],
): Promise<SeedValues> => {
  const { schema } = references.service;
  const resolveComponent = async (part: SeedValues, uid: string, at: readonly string[]): Promise<SeedValues> =>
    schema.components.has(uid) ? resolveReferences(references, part, componentOf(schema, uid).attributes, at) : part;
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = attributes.get(name);
    const at = [...path, name];
    if (attribute?.kind === 'relation' && attribute.type === 'media')
      resolved[name] = await resolveMedia(references, value);
    else if (attribute?.kind === 'relation') resolved[name] = await resolveRelation(references, value, attribute, at);
    else if (attribute?.kind === 'component')
      resolved[name] = await changeEach(value, at, (part, place) => resolveComponent(part, attribute.component, place));
    else if (attribute?.kind === 'dynamiczone')
      resolved[name] = await changeEach(value, at, (part, place) =>
        resolveComponent(part, String(part.__component), place),
      );
    else resolved[name] = value;
  }
  return resolved;
};

/**
 * @param value the name of a file, an object with the name and the file's fields, or a list of these
 * @returns the documentIds of the files; null for a name without a file
 */
const resolveMedia = async ({ files }: References, value: unknown): Promise<unknown> => {
  const one = async (item: unknown): Promise<unknown> => {
    const { file, ...info } = isObject(item) ? item : { file: item };
    return typeof file === 'string' ? ((await files.documentIdOf(file, info)) ?? null) : item;
  };
  return Array.isArray(value) ? Promise.all(value.map(one)) : one(value);
};

type ChangePart = (part: SeedValues, at: readonly string[]) => Promise<SeedValues>;

/** Changes each component; other values stay, and the validation of the body refuses them. */
const changeEach = async (value: unknown, at: readonly string[], change: ChangePart): Promise<unknown> => {
  if (!Array.isArray(value)) return isObject(value) ? change(value, at) : value;
  return Promise.all(
    value.map((part: unknown, index) => (isObject(part) ? change(part, [...at, String(index)]) : part)),
  );
};

const resolveRelation = async (
  references: GroupReferences,
  value: unknown,
  attribute: RelationAttribute,
  path: readonly string[],
): Promise<unknown> => {
  if (value === null || value === undefined) return null;
  const target = typeOf(references.service.schema, attribute.target);
  const one = (reference: unknown): Promise<string> => {
    if (target.uid === references.type.uid) return findDocumentId(references, reference, target, path);
    const key = `${target.uid} ${JSON.stringify(reference)}`;
    const found = references.found.get(key) ?? findDocumentId(references, reference, target, path);
    references.found.set(key, found);
    return found;
  };
  return Array.isArray(value) ? Promise.all(value.map(one)) : one(value);
};

const findDocumentId = async (
  { service, createdIds }: References,
  reference: unknown,
  target: ContentType,
  path: readonly string[],
): Promise<string> => {
  if (isObject(reference) && typeof reference.id === 'number' && createdIds.has(target.uid)) {
    const documentId = createdIds.get(target.uid)?.[reference.id - 1];
    if (documentId !== undefined) return documentId;
  }
  const documents = (await service.database.get()).collection<{ documentId: string }>(target.collectionName);
  const found = await documents
    .find({ ...referenceFilter(reference, target, path), ...livingFilter }, { projection: { documentId: 1 } })
    .toArray();
  const ids = new Set(found.map(({ documentId }) => documentId));
  const [documentId] = ids;
  if (documentId === undefined || ids.size > 1)
    throw new Error(
      `${path.join('.')}: ${documentId === undefined ? 'no' : 'more than one'} ${target.singularName} is ${JSON.stringify(reference)}`,
    );
  return documentId;
};

/** A string matches the documentId or any unique field of the target; an object matches the fields that it names. */
const referenceFilter = (
  reference: unknown,
  target: ContentType,
  path: readonly string[],
): Filter<{ documentId: string }> => {
  const version = editedVersion(target);
  if (isObject(reference) && Object.keys(reference).length > 0) {
    const fields = Object.entries(reference).map(([name, value]) => {
      if (name === 'documentId') return { documentId: { $eq: value } };
      if (name !== 'id' && target.attributes.get(name)?.kind !== 'scalar')
        throw new Error(`${path.join('.')}: ${target.singularName} has no field "${name}" to refer to it by`);
      return { [`${version}.${name}`]: { $eq: value } };
    });
    return { $and: fields } as Filter<{ documentId: string }>; // the paths depend on the content type
  }
  const unique = [...target.attributes.values()].filter((attribute) => attribute.kind === 'scalar' && attribute.unique);
  return {
    $or: [
      { documentId: { $eq: reference } },
      ...unique.map(({ name }) => ({ [`${version}.${name}`]: { $eq: reference } })),
    ],
  };
};

// Resolves the references of a seed document to documentIds: by position in the file, by documentId or by a unique field.
import type { Filter } from 'mongodb';
import { livingFilter } from '../../platform/db/index.ts';
import {
  componentOf,
  editedVersion,
  isObject,
  typeOf,
  type Attributes,
  type ContentType,
  type RelationAttribute,
} from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { SeedFiles } from './files.ts';

/** The documentIds of the documents created so far, by type and in the order of the file. */
export type Made = Map<string, readonly string[]>;

type Values = Readonly<Record<string, unknown>>;

export interface References {
  readonly service: Service;
  readonly made: Made;
  readonly files: SeedFiles;
}

/**
 * @param path the path of the values in the document
 * @returns the values as in a request body of the API
 * @throws Error with the path when a reference matches no document or several
 */
export const referencesResolved = async (
  references: References,
  values: Values,
  attributes: Attributes,
  path: readonly string[] = [],
): Promise<Values> => {
  const { schema } = references.service;
  const inside = async (part: Values, uid: string, at: readonly string[]): Promise<Values> =>
    schema.components.has(uid) ? referencesResolved(references, part, componentOf(schema, uid).attributes, at) : part;
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = attributes.get(name);
    const at = [...path, name];
    if (attribute?.kind === 'relation' && attribute.type === 'media') resolved[name] = await media(references, value);
    else if (attribute?.kind === 'relation') resolved[name] = await relation(references, value, attribute, at);
    else if (attribute?.kind === 'component')
      resolved[name] = await eachOf(value, at, (part, place) => inside(part, attribute.component, place));
    else if (attribute?.kind === 'dynamiczone')
      resolved[name] = await eachOf(value, at, (part, place) => inside(part, String(part.__component), place));
    else resolved[name] = value;
  }
  return resolved;
};

/**
 * @param value the name of a file, an object with the name and the file's fields, or a list of these
 * @returns the documentIds of the files; null for a name without a file
 */
const media = async ({ files }: References, value: unknown): Promise<unknown> => {
  const one = async (given: unknown): Promise<unknown> => {
    const { file, ...info } = isObject(given) ? given : { file: given };
    return typeof file === 'string' ? ((await files.documentIdOf(file, info)) ?? null) : given;
  };
  return Array.isArray(value) ? Promise.all(value.map(one)) : one(value);
};

type Change = (part: Values, at: readonly string[]) => Promise<Values>;

/** Changes each component; other values stay, and the validation of the body refuses them. */
const eachOf = async (value: unknown, at: readonly string[], change: Change): Promise<unknown> => {
  if (!Array.isArray(value)) return isObject(value) ? change(value, at) : value;
  return Promise.all(
    value.map((part: unknown, index) => (isObject(part) ? change(part, [...at, String(index)]) : part)),
  );
};

const relation = async (
  references: References,
  value: unknown,
  attribute: RelationAttribute,
  path: readonly string[],
): Promise<unknown> => {
  if (value === null || value === undefined) return null;
  const target = typeOf(references.service.schema, attribute.target);
  const one = (reference: unknown): Promise<string> => documentIdOf(references, reference, target, path);
  return Array.isArray(value) ? Promise.all(value.map(one)) : one(value);
};

const documentIdOf = async (
  { service, made }: References,
  reference: unknown,
  target: ContentType,
  path: readonly string[],
): Promise<string> => {
  if (isObject(reference) && typeof reference.id === 'number' && made.has(target.uid)) {
    const documentId = made.get(target.uid)?.[reference.id - 1];
    if (documentId !== undefined) return documentId;
  }
  const documents = (await service.database.get()).collection<{ documentId: string }>(target.collectionName);
  const found = await documents
    .find({ ...wanted(reference, target, path), ...livingFilter }, { projection: { documentId: 1 } })
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
const wanted = (reference: unknown, target: ContentType, path: readonly string[]): Filter<{ documentId: string }> => {
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

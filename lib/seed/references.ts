// The references of a seed document to documentIds: by position in the file, by documentId, or by a unique field.
import type { Filter } from 'mongodb';
import { componentOf, typeOf, type Attributes, type ContentType, type RelationAttribute } from '../schema/index.ts';
import type { Service } from '../service.ts';

/** The documentIds this file has made so far, by type and in its order. */
export type Made = Map<string, readonly string[]>;

type Values = Readonly<Record<string, unknown>>;

/**
 * @param leftOut collects the media files that values name: they cannot be written yet
 * @returns the values as a body of the API has them
 * @throws Error when a reference means no document, or several
 */
export const referencesResolved = async (
  service: Service,
  values: Values,
  attributes: Attributes,
  made: Made,
  leftOut: string[],
): Promise<Values> => {
  const inside = async (part: Values, uid: string): Promise<Values> =>
    service.schema.components.has(uid)
      ? referencesResolved(service, part, componentOf(service.schema, uid).attributes, made, leftOut)
      : part;
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = attributes.get(name);
    if (attribute?.kind === 'relation' && attribute.type === 'media') leftOut.push(...namesIn(value));
    else if (attribute?.kind === 'relation') resolved[name] = await relation(service, value, attribute, made);
    else if (attribute?.kind === 'component')
      resolved[name] = await eachOf(value, (part) => inside(part, attribute.component));
    else if (attribute?.kind === 'dynamiczone')
      resolved[name] = await eachOf(value, (part) => inside(part, String(part.__component)));
    else resolved[name] = value;
  }
  return resolved;
};

const namesIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((name): name is string => typeof name === 'string');

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is no component is left for the check of the body to refuse. */
const eachOf = async (value: unknown, change: (part: Values) => Promise<Values>): Promise<unknown> => {
  if (Array.isArray(value)) return Promise.all(value.map((part: unknown) => (isObject(part) ? change(part) : part)));
  return isObject(value) ? change(value) : value;
};

const relation = async (
  service: Service,
  value: unknown,
  attribute: RelationAttribute,
  made: Made,
): Promise<unknown> => {
  if (value === null || value === undefined) return null;
  const target = typeOf(service.schema, attribute.target);
  const one = (reference: unknown): Promise<string> => documentIdOf(service, reference, target, made);
  return Array.isArray(value) ? Promise.all(value.map(one)) : one(value);
};

const documentIdOf = async (service: Service, reference: unknown, target: ContentType, made: Made): Promise<string> => {
  if (isObject(reference) && typeof reference.id === 'number' && made.has(target.uid)) {
    const documentId = made.get(target.uid)?.[reference.id - 1];
    if (documentId !== undefined) return documentId;
  }
  const documents = (await service.database.get()).collection<{ documentId: string }>(target.collectionName);
  const found = await documents
    .find({ ...wanted(reference, target), deletedAt: { $exists: false } }, { projection: { documentId: 1 } })
    .toArray();
  const ids = new Set(found.map(({ documentId }) => documentId));
  const [documentId] = ids;
  if (documentId === undefined || ids.size > 1)
    throw new Error(
      `${documentId === undefined ? 'no' : 'more than one'} ${target.singularName} is ${JSON.stringify(reference)}`,
    );
  return documentId;
};

/** A text is any unique field of the target, or its documentId; an object says which fields. */
const wanted = (reference: unknown, target: ContentType): Filter<{ documentId: string }> => {
  const version = target.draftAndPublish ? 'draft' : 'published';
  if (isObject(reference) && Object.keys(reference).length > 0) {
    const fields = Object.entries(reference).map(([name, value]) => {
      if (name === 'documentId') return { documentId: { $eq: value } };
      if (name !== 'id' && target.attributes.get(name)?.kind !== 'scalar')
        throw new Error(`${target.singularName} has no field "${name}" to refer to it by`);
      return { [`${version}.${name}`]: { $eq: value } };
    });
    return { $and: fields } as Filter<{ documentId: string }>; // paths known only here
  }
  const unique = [...target.attributes.values()].filter((attribute) => attribute.kind === 'scalar' && attribute.unique);
  return {
    $or: [
      { documentId: { $eq: reference } },
      ...unique.map(({ name }) => ({ [`${version}.${name}`]: { $eq: reference } })),
    ],
  };
};

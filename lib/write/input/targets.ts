// One document as a body names it, alone or in a list, and the place it is to take.
import { invalidKey } from '../../errors.ts';
import {
  isObject,
  type JsonObject,
  type MorphAttribute,
  type RelationAttribute,
  type Schema,
} from '../../schema/index.ts';
import { keyPath, label, type Path } from './paths.ts';
import type { Reading } from './reading.ts';
import type { Position, TargetRef } from './types.ts';

export type LinkAttribute = RelationAttribute | MorphAttribute;

/** Ids have fewer digits than the 24 characters of a documentId. */
const digits = /^[0-9]{1,15}$/;

const naming = ['id', 'documentId', 'locale', 'status'];
/** Clients send documents back as they got them; these, and the target's attributes, say nothing here. */
const carried = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'localizations'];

const isKnown = (schema: Schema, attribute: LinkAttribute, type: unknown, key: string): boolean => {
  if (naming.includes(key) || carried.includes(key)) return true;
  if (attribute.kind === 'morph' && key === '__type') return true;
  return typeof type === 'string' && (schema.types.get(type)?.attributes.has(key) ?? false);
};

/** Adds to the reading that the value there is not what is wanted. */
export const fault = (reading: Reading, path: Path, wanted: string, value: unknown): void => {
  reading.faults.push({ path, message: `${label(path)} must be ${wanted}`, value });
};

const idOf = (value: unknown): TargetRef | undefined => {
  if (typeof value === 'string' && digits.test(value)) return idOf(Number(value));
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? { id: value } : undefined;
};

const documentIdOf = (value: unknown): TargetRef | undefined =>
  typeof value === 'string' && value !== '' ? { documentId: value } : undefined;

const named = (item: unknown): TargetRef | undefined => {
  if (!isObject(item)) return idOf(item) ?? documentIdOf(item);
  // A documentId says more than an id, which is one version's; sent along, the id is passed over.
  return item.documentId === undefined ? idOf(item.id) : documentIdOf(item.documentId);
};

const typed = (schema: Schema, item: unknown, ref: TargetRef): TargetRef | undefined => {
  const type = isObject(item) ? item.__type : undefined;
  return typeof type === 'string' && schema.types.has(type) ? { ...ref, type } : undefined;
};

const wanted: Readonly<Record<LinkAttribute['kind'], string>> = {
  relation: 'a documentId, an id, or an object with one of them',
  morph: 'an object with the __type and the documentId or id of a document',
};

/**
 * @param also keys that the form it stands in allows beside
 * @returns undefined when it names no document: that is added to the reading
 * @throws ApiError 400 for an unknown key
 */
export const targetOf = (
  reading: Reading,
  attribute: LinkAttribute,
  item: unknown,
  path: Path,
  also: readonly string[] = [],
): TargetRef | undefined => {
  const { schema } = reading;
  // Of a list within a list the keys are its indexes: refused as the reference does.
  const keys = typeof item === 'object' && item !== null ? Object.keys(item) : [];
  const morphType = isObject(item) ? item.__type : undefined;
  const type = attribute.kind === 'morph' ? morphType : attribute.target;
  const unknown = keys.find((key) => !also.includes(key) && !isKnown(schema, attribute, type, key));
  if (unknown !== undefined) throw invalidKey(unknown, keyPath(path), 'body');
  const ref = named(item);
  const target = attribute.kind === 'relation' || ref === undefined ? ref : typed(schema, item, ref);
  if (target === undefined) fault(reading, path, wanted[attribute.kind], item);
  return target;
};

/** `status`, `locale` and `__type` may stand beside a neighbour; the last has to where the relation is polymorphic. */
const beside = ['status', 'locale', '__type'];
const places = ['start', 'end', 'before', 'after'] as const;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** undefined: more than one place, or none that can be. */
const placeOf = (schema: Schema, attribute: LinkAttribute, position: JsonObject): Position | undefined => {
  const [place, ...others] = places.filter((name) => isGiven(position[name]));
  if (place === undefined) return { at: 'end' };
  if (others.length > 0) return undefined;
  const value = position[place];
  if (place === 'start' || place === 'end') return value === true ? { at: place } : undefined;
  const ref = idOf(value) ?? documentIdOf(value);
  const target = attribute.kind === 'relation' || ref === undefined ? ref : typed(schema, position, ref);
  return target === undefined ? undefined : { at: place, target };
};

/**
 * @param item an entry of `connect`; without a position it goes to the end
 * @returns undefined when its position is none: that is added to the reading
 * @throws ApiError 400 for an unknown key
 */
export const positionOf = (
  reading: Reading,
  attribute: LinkAttribute,
  item: unknown,
  path: Path,
): Position | undefined => {
  const given = isObject(item) ? (item.position ?? {}) : {};
  const at = [...path, 'position'];
  const unknown = Object.keys(isObject(given) ? given : {}).find((key) => ![...places, ...beside].includes(key));
  if (unknown !== undefined) throw invalidKey(unknown, keyPath(at), 'body');
  const position = isObject(given) ? placeOf(reading.schema, attribute, given) : undefined;
  if (position === undefined) fault(reading, at, 'one of start, end, before and after', given);
  return position;
};

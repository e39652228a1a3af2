// Parses one target of a link in a body, and its position.
import { invalidKey } from '../../errors.ts';
import {
  isObject,
  type JsonObject,
  type MorphAttribute,
  type RelationAttribute,
  type Schema,
} from '../../schema/index.ts';
import { keyPath, formatPath, type Path } from './paths.ts';
import type { InputContext, Position, TargetRef } from './types.ts';

export type LinkAttribute = RelationAttribute | MorphAttribute;

/** Ids have at most 15 digits, documentIds 24 characters. */
const digits = /^[0-9]{1,15}$/;

const targetKeys = ['id', 'documentId', 'locale', 'status'];
/**
 * Clients send documents back as they received them, so these keys and the target's attributes are allowed and ignored.
 */
const ignoredKeys = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'localizations'];

const isKnown = (schema: Schema, attribute: LinkAttribute, type: unknown, key: string): boolean => {
  if (targetKeys.includes(key) || ignoredKeys.includes(key)) return true;
  if (attribute.kind === 'morph' && key === '__type') return true;
  return typeof type === 'string' && (schema.types.get(type)?.attributes.has(key) ?? false);
};

/** Adds a fault: the value is not what was expected. */
export const addFault = (context: InputContext, path: Path, expected: string, value: unknown): void => {
  context.faults.push({ path, message: `${formatPath(path)} must be ${expected}`, value });
};

const idOf = (value: unknown): TargetRef | undefined => {
  if (typeof value === 'string' && digits.test(value)) return idOf(Number(value));
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? { id: value } : undefined;
};

const documentIdOf = (value: unknown): TargetRef | undefined =>
  typeof value === 'string' && value !== '' ? { documentId: value } : undefined;

const referenceIn = (item: unknown): TargetRef | undefined => {
  if (!isObject(item)) return idOf(item) ?? documentIdOf(item);
  // With both, the documentId counts: an id belongs to one version only.
  return item.documentId === undefined ? idOf(item.id) : documentIdOf(item.documentId);
};

const withType = (schema: Schema, item: unknown, ref: TargetRef): TargetRef | undefined => {
  const type = isObject(item) ? item.__type : undefined;
  return typeof type === 'string' && schema.types.has(type) ? { ...ref, type } : undefined;
};

const expectedForms: Readonly<Record<LinkAttribute['kind'], string>> = {
  relation: 'a documentId, an id, or an object with one of them',
  morph: 'an object with the __type and the documentId or id of a document',
};

/**
 * @param extraKeys further keys that the surrounding form allows
 * @returns undefined for a value that names no document; the error is added to the context
 * @throws ApiError 400 for an unknown key
 */
export const readTarget = (
  context: InputContext,
  attribute: LinkAttribute,
  item: unknown,
  path: Path,
  extraKeys: readonly string[] = [],
): TargetRef | undefined => {
  const { schema } = context;
  // The keys of a list inside a list are its indexes, which are refused as in Strapi.
  const keys = typeof item === 'object' && item !== null ? Object.keys(item) : [];
  const morphType = isObject(item) ? item.__type : undefined;
  const type = attribute.kind === 'morph' ? morphType : attribute.target;
  const unknown = keys.find((key) => !extraKeys.includes(key) && !isKnown(schema, attribute, type, key));
  if (unknown !== undefined) throw invalidKey(unknown, keyPath(path), 'body');
  const ref = referenceIn(item);
  const target = attribute.kind === 'relation' || ref === undefined ? ref : withType(schema, item, ref);
  if (target === undefined) addFault(context, path, expectedForms[attribute.kind], item);
  return target;
};

/** Keys beside a neighbour in a position. In a polymorphic relation, the type of the entry is the default of `__type`. */
const neighbourKeys = ['status', 'locale', '__type'];
const positionKinds = ['start', 'end', 'before', 'after'] as const;

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/**
 * @param entryType the `__type` of the entry that has the position
 * @returns undefined for more than one position, or an invalid one
 */
const parsePosition = (
  schema: Schema,
  attribute: LinkAttribute,
  position: JsonObject,
  entryType: unknown,
): Position | undefined => {
  const [place, ...others] = positionKinds.filter((name) => isSet(position[name]));
  if (place === undefined) return { at: 'end' };
  if (others.length > 0) return undefined;
  const value = position[place];
  if (place === 'start' || place === 'end') return value === true ? { at: place } : undefined;
  const ref = idOf(value) ?? documentIdOf(value);
  const target =
    attribute.kind === 'relation' || ref === undefined
      ? ref
      : withType(schema, { __type: entryType, ...position }, ref);
  return target === undefined ? undefined : { at: place, target };
};

/**
 * @param item an entry of `connect`; without a position it goes to the end
 * @returns undefined for an invalid position; the error is added to the context
 * @throws ApiError 400 for an unknown key
 */
export const readPosition = (
  context: InputContext,
  attribute: LinkAttribute,
  item: unknown,
  path: Path,
): Position | undefined => {
  const { position: placement, __type: entryType } = isObject(item) ? item : {};
  // As in Strapi, both texts mean the end.
  if (placement === undefined || placement === null || placement === 'start' || placement === 'end')
    return { at: 'end' };
  const at = [...path, 'position'];
  const unknown = Object.keys(isObject(placement) ? placement : {}).find(
    (key) => ![...positionKinds, ...neighbourKeys].includes(key),
  );
  if (unknown !== undefined) throw invalidKey(unknown, keyPath(at), 'body');
  const position = isObject(placement) ? parsePosition(context.schema, attribute, placement, entryType) : undefined;
  if (position === undefined) addFault(context, at, 'one of start, end, before and after', placement);
  return position;
};

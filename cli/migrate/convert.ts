// Converts the stored value of an attribute to what its new declaration stores.
import { builtInUids, type Attribute } from '../../lib/schema/index.ts';
import type { Link } from '../../lib/platform/db/index.ts';
import { convertScalar } from './convertScalar.ts';
import type { Renames, StoredValues } from './types.ts';

const allowsMany = (attribute: Attribute): boolean | undefined => {
  if (attribute.kind === 'relation' || attribute.kind === 'morph') return attribute.many;
  return attribute.kind === 'component' ? attribute.repeatable : attribute.kind === 'dynamiczone' ? true : undefined;
};

/** Converts between a value and a list of one; undefined for a list of several where one is needed. */
const toCardinality = (value: unknown, many: boolean): unknown => {
  if (many) return value === null ? [] : Array.isArray(value) ? value : [value];
  if (!Array.isArray(value)) return value;
  const list: readonly unknown[] = value;
  return list.length > 1 ? undefined : (list[0] ?? null);
};

const linkConverter = (
  from: Attribute,
  to: Attribute,
  { types }: Renames,
): ((link: Link) => Link | undefined) | undefined => {
  if (from.kind === 'morph' && to.kind === 'morph') return (link) => link;
  if (from.kind === 'relation' && to.kind === 'relation')
    return (types.get(from.target) ?? from.target) === to.target ? (link) => link : undefined;
  if (from.kind === 'relation' && to.kind === 'morph' && from.target !== builtInUids.file)
    return (link) => ({ to: link.to, type: link.type ?? types.get(from.target) ?? from.target, at: link.at });
  if (from.kind !== 'morph' || to.kind !== 'relation' || to.type !== 'relation') return undefined;
  return ({ type, ...link }) => (type === undefined || (types.get(type) ?? type) === to.target ? link : undefined);
};

const componentConverter = (
  from: Attribute,
  to: Attribute,
  { components }: Renames,
): ((part: StoredValues) => StoredValues) | undefined => {
  if (from.kind === 'component' && to.kind === 'component')
    return (components.get(from.component) ?? from.component) === to.component ? (part) => part : undefined;
  if (from.kind !== 'component' || to.kind !== 'dynamiczone') return undefined;
  const uid = components.get(from.component) ?? from.component;
  return to.components.includes(uid) ? (part) => ({ ...part, __component: part.__component ?? uid }) : undefined;
};

/**
 * @param value the stored value
 * @returns the value to store, the same one if it already fits; undefined if the conversion would lose data
 */
export const convert = (value: unknown, from: Attribute, to: Attribute, renames: Renames): unknown => {
  if (from.kind === 'scalar' && to.kind === 'scalar') return value === null ? null : convertScalar(value, from, to);
  const part = linkConverter(from, to, renames) ?? componentConverter(from, to, renames);
  const many = allowsMany(to);
  if (value === null && many !== undefined) return toCardinality(null, many);
  if (part === undefined || many === undefined) {
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return isEmpty ? null : undefined;
  }
  const one = part as (one: unknown) => unknown; // values of such an attribute are links or components
  const parts = Array.isArray(value) ? value.map(one) : one(value);
  if (parts === undefined || (Array.isArray(parts) && parts.includes(undefined))) return undefined;
  return toCardinality(parts, many);
};

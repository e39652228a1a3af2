// Converts between stored values and the plain values that hooks see.
import { formatScalar } from '../../../read/execute/index.ts';
import {
  componentOf,
  type Attribute,
  type Attributes,
  type MorphAttribute,
  type RelationAttribute,
  type Schema,
} from '../../../schema/index.ts';
import { componentsOf, linksOf, type Link, type StoredComponent } from '../../../platform/db/index.ts';
import type { CheckedInput, LinkEdit, TargetRef } from '../../input/index.ts';
import type { FindTarget } from '../links/applyLinks.ts';
import type { PlainValues } from './types.ts';

/** An attribute with its value; none if hooks do not see it. */
type Entries = readonly (readonly [string, unknown])[];

const plainLink = ({ to, type }: Link): object => ({ ...(type === undefined ? {} : { __type: type }), documentId: to });

const plainLinks = (value: unknown, { many }: RelationAttribute | MorphAttribute): unknown => {
  const links = linksOf(value).map(plainLink);
  return many ? links : (links[0] ?? null);
};

/** With its id, by which a component that a hook returns keeps its passwords, which hooks do not see. */
const plainComponent = (schema: Schema, uid: string, { __component, id, ...values }: StoredComponent): PlainValues => ({
  ...(__component === undefined ? {} : { __component }),
  id,
  ...plainValues(schema, componentOf(schema, uid).attributes, values),
});

const entriesOf = (schema: Schema, attribute: Attribute, value: unknown): Entries => {
  const { name } = attribute;
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type === 'password' ? [] : [[name, structuredClone(formatScalar(value, attribute))]];
    case 'relation':
      return attribute.side.holds === 'links' ? [[name, plainLinks(value, attribute)]] : [];
    case 'morph':
      return [[name, plainLinks(value, attribute)]];
    case 'component': {
      const parts = componentsOf(value).map((part) => plainComponent(schema, attribute.component, part));
      return [[name, attribute.repeatable ? parts : (parts[0] ?? null)]];
    }
    case 'dynamiczone': {
      // As in reads, an entry whose component left the schema is left out.
      const parts = componentsOf(value).flatMap((part) => {
        const { __component: uid = '' } = part;
        return schema.components.has(uid) ? [plainComponent(schema, uid, part)] : [];
      });
      return [[name, parts]];
    }
  }
};

/**
 * The attributes of a version or component as a body has them: dates and bigintegers as text, relations as
 * `{ documentId }`, null for an absent value. Passwords and relations that the other side stores are not included.
 */
export const plainValues = (schema: Schema, attributes: Attributes, values: PlainValues): PlainValues =>
  Object.fromEntries(
    [...attributes.values()].flatMap((attribute) => entriesOf(schema, attribute, values[attribute.name])),
  );

/**
 * The edits of relations that the other side stores, in a form of a body.
 *
 * @param find finds the targets of the edits
 */
export const plainInverseEdits = (attributes: Attributes, input: CheckedInput, find: FindTarget): PlainValues => {
  const targetsIn = (refs: readonly TargetRef[], uid: string): readonly object[] =>
    refs.flatMap((ref) => {
      const documentId = find(uid, ref);
      return documentId === undefined ? [] : [{ documentId }];
    });
  const plainEdit = (edit: LinkEdit, uid: string): unknown =>
    edit.kind === 'set'
      ? targetsIn(edit.targets, uid)
      : {
          connect: targetsIn(
            edit.connect.map(({ target }) => target),
            uid,
          ),
          disconnect: targetsIn(edit.disconnect, uid),
        };
  return Object.fromEntries(
    [...input].flatMap(([name, value]) => {
      const attribute = attributes.get(name);
      if (value.kind !== 'links' || attribute?.kind !== 'relation' || attribute.side.holds === 'links') return [];
      return [[name, plainEdit(value.edit, attribute.target)]];
    }),
  );
};

/**
 * Converts what a hook returned to JSON: dates and bigints become texts, and keys with `undefined` are left out.
 *
 * @throws TypeError for what JSON does not have, and an invalid date
 */
export const toPlain = (value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`a ${typeof value} is no value`);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new TypeError('the date is invalid');
    return value.toISOString();
  }
  if (Array.isArray(value)) return value.map(toPlain);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, toPlain(part)]])),
  );
};

/** Freezes plain values, so that a hook that assigns to them fails instead of having no effect. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
};

/** The value at a path; undefined if there is none. */
export const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    values,
  );

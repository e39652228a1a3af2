// Describes the differences of two versions' plain values, one by one. Entries of lists are matched by their ids.
import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf } from '../../contracts/index.ts';
import {
  compareAttributes,
  isObject,
  type Attribute,
  type AttributeDifference,
  type Attributes,
  type EntryDifference,
  type JsonObject,
  type Schema,
} from '../../schema/index.ts';
import type { versionContract } from './contract.ts';

/** What differs between two versions. */
export type Difference = AnswerOf<typeof versionContract.operations.compareVersions>['data'][number];

const shapeOf = (attribute: Attribute) => {
  if (attribute.kind === 'dynamiczone') return 'entries';
  if (attribute.kind !== 'component') return 'value';
  return attribute.repeatable ? 'entries' : 'component';
};

const describeEntry = (
  { type }: Attribute,
  { present, from, to, change, parts }: EntryDifference<Attribute>,
  path: readonly string[],
): readonly Difference[] => {
  const inner = [...path, String(present.index)];
  const whole: Difference = {
    ...{ path: inner.join('.'), type, change, from: from?.entry ?? null, to: to?.entry ?? null },
    ...{ id: present.entry.id, fromIndex: from?.index ?? null, toIndex: to?.index ?? null },
  };
  return [...(change === 'changed' ? [] : [whole]), ...parts.flatMap((part) => describe(part, inner))];
};

const describe = (
  { name, attribute, from = null, to = null, parts, entries }: AttributeDifference<Attribute>,
  path: readonly string[],
): readonly Difference[] => {
  const inner = [...path, name];
  if (entries !== undefined) return entries.flatMap((entry) => describeEntry(attribute, entry, inner));
  if (parts !== undefined && isObject(from) && isObject(to)) return parts.flatMap((part) => describe(part, inner));
  return [{ path: inner.join('.'), type: attribute.type, change: 'changed', from, to }];
};

/** @returns the differences in the order of the attributes; a value that one side does not have is null there */
export const diffValues = (
  { components }: Schema,
  attributes: Attributes,
  from: JsonObject,
  to: JsonObject,
): readonly Difference[] =>
  compareAttributes<Attribute>(
    {
      shapeOf,
      attributesOf: (attribute, { __component: uid }) =>
        components.get(attribute.kind === 'component' ? attribute.component : String(uid))?.attributes ?? [],
      comparesWithNothing: false,
      isSame: (_, old, now) => isDeepStrictEqual(old ?? null, now ?? null),
      identify: () => (entry) => JSON.stringify([entry.__component, entry.id]),
    },
    attributes,
    from,
    to,
  ).flatMap((difference) => describe(difference, []));

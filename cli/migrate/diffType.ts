// Computes the changes of a content type as a whole, and of one attribute.
import {
  type Component,
  type ContentType,
  type Schema,
  isOwningSide,
  type Attribute,
  type ScalarAttribute,
} from '../../lib/schema/index.ts';
import type { ResolvedOptions } from './migrationOptions.ts';
import { typeOfCollection } from './schemaElements.ts';
import type { SchemaChange, Renames } from './types.ts';

/** Whether documents store a value for the attribute. */
export const holdsData = (attribute: Attribute): boolean => attribute.kind !== 'relation' || isOwningSide(attribute);

interface AttributePair {
  readonly from: Attribute;
  readonly to: Attribute;
  readonly holder: ContentType | Component;
  readonly base: Schema;
  readonly next: Schema;
  readonly renames: Renames;
  readonly drop: boolean;
}

const texts = ['string', 'text', 'richtext', 'email', 'uid'];

/** Whether values of the one attribute are stored in the same way as values of the other. */
const storesTheSame = (from: ScalarAttribute, to: ScalarAttribute): boolean =>
  from.type === to.type ||
  (texts.includes(from.type) && texts.includes(to.type)) ||
  (from.type === 'enumeration' && texts.includes(to.type)) ||
  (from.value === 'number' && to.value === 'number') ||
  (from.value === 'integer' && to.value === 'number') ||
  (from.value === 'datetime' && to.value === 'datetime');

const hasSameForm = ({ from, to, renames }: AttributePair): boolean => {
  if (from.kind === 'scalar' && to.kind === 'scalar') return storesTheSame(from, to);
  if (from.kind === 'relation' && to.kind === 'relation')
    return from.many === to.many && (renames.types.get(from.target) ?? from.target) === to.target;
  if (from.kind === 'morph' && to.kind === 'morph') return from.many === to.many;
  if (from.kind === 'component' && to.kind === 'component')
    return (
      from.repeatable === to.repeatable && (renames.components.get(from.component) ?? from.component) === to.component
    );
  return from.kind === 'dynamiczone' && to.kind === 'dynamiczone';
};

/** Components that a dynamic zone no longer allows; deleted components are a change of their own. */
const removedComponents = ({ from, to, next, renames }: AttributePair): readonly string[] => {
  if (from.kind !== 'dynamiczone' || to.kind !== 'dynamiczone') return [];
  const newUid = (uid: string): string => renames.components.get(uid) ?? uid;
  return from.components.filter((uid) => next.components.has(newUid(uid)) && !to.components.includes(newUid(uid)));
};

const isStricter = (from: Attribute, to: Attribute): boolean => {
  if (to.required && !from.required) return true;
  if (from.kind !== 'scalar' || to.kind !== 'scalar' || from.enum === undefined) return false;
  return to.enum !== undefined && from.enum.some((value) => to.enum?.includes(value) !== true);
};

export const diffAttribute = (pair: AttributePair): readonly SchemaChange[] => {
  const { from, to, holder, drop } = pair;
  const at = { holder: holder.uid, name: from.name };
  // A change of the owning side concerns both sides; `findMoves` in diffSchemas.ts finds it.
  if (!holdsData(from) || !holdsData(to)) return [];
  const retyped: readonly SchemaChange[] = hasSameForm(pair) ? [] : [{ kind: 'retyped', ...at, from, to, drop }];
  const lost = removedComponents(pair);
  const narrowed: readonly SchemaChange[] = lost.length === 0 ? [] : [{ kind: 'narrowed', ...at, lost, drop }];
  const stricter: readonly SchemaChange[] = isStricter(from, to) ? [{ kind: 'stricter', ...at, to }] : [];
  const inType = 'singularName' in holder;
  const unique: readonly SchemaChange[] =
    inType && to.kind === 'scalar' && to.unique && !(from.kind === 'scalar' && from.unique)
      ? [{ kind: 'unique', ...at }]
      : [];
  const exclusive: readonly SchemaChange[] =
    inType && from.kind === 'relation' && to.kind === 'relation' && to.exclusive && !from.exclusive
      ? [{ kind: 'exclusive', ...at }]
      : [];
  return [...retyped, ...narrowed, ...stricter, ...unique, ...exclusive];
};

const versionToKeep = (kept: readonly string[]): 'draft' | 'published' | undefined =>
  kept.find((one) => one === 'draft' || one === 'published');

/**
 * @param newType the type in the new schema; undefined if it no longer exists
 * @param next the new schema
 */
export const diffType = (
  type: ContentType,
  newType: ContentType | Component | undefined,
  options: ResolvedOptions,
  next: Schema,
): readonly SchemaChange[] => {
  const at = { holder: type.uid };
  if (newType === undefined || !('singularName' in newType)) {
    const heir = typeOfCollection(next, type.collectionName)?.singularName;
    return [{ kind: 'type removed', ...at, drop: options.drops(type.uid), heir }];
  }
  const kept = options.keeps.get(type.singularName) ?? [];
  const changes: SchemaChange[] = [];
  if (newType.uid !== type.uid) changes.push({ kind: 'type renamed', ...at, to: newType.uid });
  if (newType.collectionName !== type.collectionName)
    changes.push({ kind: 'collection', ...at, from: type.collectionName, to: newType.collectionName });
  if (newType.kind !== type.kind) changes.push({ kind: 'single', ...at, on: newType.kind === 'singleType' });
  if (newType.draftAndPublish && !type.draftAndPublish) changes.push({ kind: 'drafts on', ...at });
  if (!newType.draftAndPublish && type.draftAndPublish)
    changes.push({ kind: 'drafts off', ...at, keep: versionToKeep(kept) });
  if (newType.localized && !type.localized) changes.push({ kind: 'locales on', ...at });
  if (!newType.localized && type.localized)
    changes.push({
      ...{ kind: 'locales off', ...at },
      keep: kept.filter((one) => one !== 'draft' && one !== 'published'),
    });
  return changes;
};

// Computes the changes of a content type as a whole.
import type { Component, ContentType, Schema } from '../../lib/schema/index.ts';
import type { ResolvedOptions } from './migrationOptions.ts';
import { typeOfCollection } from './schemaElements.ts';
import type { SchemaChange } from './types.ts';

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

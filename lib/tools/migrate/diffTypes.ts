// Computes the changes of a content type as a whole.
import type { Component, ContentType, Schema } from '../../schema/index.ts';
import type { Wishes } from './migrationOptions.ts';
import { typeIn } from './places.ts';
import type { Change } from './types.ts';

const versionKept = (kept: readonly string[]): 'draft' | 'published' | undefined =>
  kept.find((one) => one === 'draft' || one === 'published');

/**
 * @param now the type in the new schema; undefined if it no longer exists
 * @param next the new schema
 */
export const changesOfType = (
  type: ContentType,
  now: ContentType | Component | undefined,
  wishes: Wishes,
  next: Schema,
): readonly Change[] => {
  const at = { holder: type.uid };
  if (now === undefined || !('singularName' in now)) {
    const heir = typeIn(next, type.collectionName)?.singularName;
    return [{ kind: 'type removed', ...at, drop: wishes.drops(type.uid), heir }];
  }
  const kept = wishes.keeps.get(type.singularName) ?? [];
  const changes: Change[] = [];
  if (now.uid !== type.uid) changes.push({ kind: 'type renamed', ...at, to: now.uid });
  if (now.collectionName !== type.collectionName)
    changes.push({ kind: 'collection', ...at, from: type.collectionName, to: now.collectionName });
  if (now.kind !== type.kind) changes.push({ kind: 'single', ...at, on: now.kind === 'singleType' });
  if (now.draftAndPublish && !type.draftAndPublish) changes.push({ kind: 'drafts on', ...at });
  if (!now.draftAndPublish && type.draftAndPublish)
    changes.push({ kind: 'drafts off', ...at, keep: versionKept(kept) });
  if (now.localized && !type.localized) changes.push({ kind: 'locales on', ...at });
  if (!now.localized && type.localized)
    changes.push({
      ...{ kind: 'locales off', ...at },
      keep: kept.filter((one) => one !== 'draft' && one !== 'published'),
    });
  return changes;
};

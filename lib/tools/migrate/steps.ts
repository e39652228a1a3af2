// Builds the steps of a migration; each step runs once, and each of its batches can be repeated.
import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { batchOf } from './batches.ts';
import { dropCollection, moveCollection } from './collections.ts';
import { renameGrants } from './grants.ts';
import { dropUnique } from './leftOver.ts';
import { editsOf, rewritten, silent } from './rewrite.ts';
import { makeRoom } from './revived.ts';
import { typesToGoThrough } from './scan.ts';
import { sidesOf, takenOver } from './takeOver.ts';
import type { Going, Plan } from './types.ts';
import { updateOf } from './update.ts';

/** The result of one batch: where the next one begins, and how many documents changed. */
export interface Done {
  readonly after: unknown;
  readonly changed: number;
}

export interface Step {
  /** What the step does, for the log. */
  readonly about: string;
  /** @returns undefined if nothing is left to do */
  readonly next: (after: unknown) => Promise<Done | undefined>;
}

const collectionNow = ({ next, renames }: Plan, type: ContentType): string =>
  (next.types.get(renames.types.get(type.uid) ?? type.uid) ?? type).collectionName;

/** Changes one batch per call; reads the batch again while other writers change its documents in between. */
const goThrough =
  (db: Db, collection: string, change: (document: StoredDocument) => Promise<StoredDocument>): Step['next'] =>
  async (after) => {
    let changed = 0;
    for (;;) {
      const batch = await batchOf(db, collection, after);
      if (batch === undefined) return undefined;
      const writes: AnyBulkWriteOperation[] = [];
      for (const document of batch.documents) {
        const after = await change(document);
        const update = updateOf(document, after);
        const { _id, revision, pending } = document;
        // The relay removes the first pending event without a new revision.
        const filter = { _id, revision, ...(after.pending === pending ? {} : { 'pending.0.id': pending?.[0]?.id }) };
        if (update !== undefined) writes.push({ updateOne: { filter, update } });
      }
      if (writes.length === 0) return { after: batch.after, changed };
      const { matchedCount } = await db.collection(collection).bulkWrite(writes, { ordered: false });
      changed += matchedCount;
      if (matchedCount === writes.length) return { after: batch.after, changed };
    }
  };

const once =
  (work: () => Promise<void>): Step['next'] =>
  async () => {
    await work();
    return undefined;
  };

/**
 * @param going the plan and its context
 * @returns the steps in order, always the same for the same plan
 */
export const stepsOf = async ({ database }: Service, going: Going): Promise<readonly Step[]> => {
  const db = await database.get();
  const edits = editsOf(going, going.again);
  const { changes, base } = going;
  const moves = changes.flatMap((change): readonly Step[] => {
    if (change.kind !== 'collection') return [];
    const { from, to } = change;
    const next = async (): Promise<Done | undefined> => {
      const changed = await moveCollection(database, from, to);
      return changed === undefined ? undefined : { after: null, changed };
    };
    return [{ about: `moving ${from} to ${to}`, next }];
  });
  const takeOvers = changes.flatMap((change): readonly Step[] => {
    const sides = change.kind === 'moved' ? sidesOf(change, going) : undefined;
    if (sides === undefined) return [];
    const collection = collectionNow(going, sides.to);
    const next = goThrough(db, collection, (document) => takenOver(db, sides, document));
    return [{ about: `linking from ${collection} to ${sides.collection}`, next }];
  });
  const unhindered = changes.flatMap((change): readonly Step[] => {
    const type = base.types.get(change.holder);
    if (change.kind !== 'drafts off' || change.keep !== 'draft' || type === undefined) return [];
    const collection = collectionNow(going, type);
    const next = once(() => dropUnique(db, collection));
    return [{ about: `dropping unique indexes of ${collection}`, next }];
  });
  const room = changes.flatMap((change): readonly Step[] => {
    const type = base.types.get(change.holder);
    if (change.kind !== 'locales on' || type === undefined) return [];
    const collection = collectionNow(going, type);
    const next = async (): Promise<Done | undefined> => {
      const changed = await makeRoom(database, collection, going.defaultLocale);
      return changed === undefined ? undefined : { after: null, changed };
    };
    return [{ about: `removing tombstones from ${collection}`, next }];
  });
  const rewrites = typesToGoThrough(going, edits).map((type): Step => {
    const collection = collectionNow(going, type);
    const next = goThrough(db, collection, (document) => rewritten(document, type.uid, edits, going, silent));
    return { about: `going through ${collection}`, next };
  });
  const isRenamed = changes.some(({ kind }) => kind === 'type renamed' || kind === 'renamed');
  const grants: readonly Step[] = isRenamed
    ? [
        {
          about: 'renaming types and attributes in roles, tokens and webhooks',
          next: once(() => renameGrants(going, db)),
        },
      ]
    : [];
  const drops = changes.flatMap((change): readonly Step[] => {
    const name = base.types.get(change.holder)?.collectionName;
    if (change.kind !== 'type removed' || !change.drop || name === undefined) return [];
    return [{ about: `dropping ${name}`, next: once(() => dropCollection(db, name)) }];
  });
  return [...moves, ...takeOvers, ...unhindered, ...room, ...rewrites, ...grants, ...drops];
};

// What changes mean for the documents that are there: how many each is about, and what stands in its way.
import type { Db } from 'mongodb';
import { componentsIn, type ContentType, type Schema } from '../../schema/index.ts';
import type { Stored } from '../../platform/db/index.ts';
import { batchOf } from './batches.ts';
import { kindOf } from './kinds.ts';
import { nameOf } from './places.ts';
import { editsOf, rewritten, type Edits } from './rewrite.ts';
import { Twice } from './twice.ts';
import type { Change, Going, Level, Plan } from './types.ts';

/** One change, and what it means for the documents of a database. */
export interface Finding {
  readonly change: Change;
  /** `article.headline` */
  readonly place: string;
  readonly level: Level;
  readonly means: string;
  /** So many documents, one in each locale, are about it. */
  readonly documents: number;
  /** What stands in the way: how much, and the first of it. */
  readonly obstacles: { readonly count: number; readonly first: readonly string[] };
}

const mostTold = 10;

class Tally {
  private current: Stored | undefined;
  private last: string | undefined;
  count = 0;
  obstacles = 0;
  readonly first: string[] = [];

  touched(document: Stored): void {
    if (this.current !== document) this.count += 1;
    this.current = document;
  }

  /** Of both versions of a document alike it is said once. */
  stuck(why: string): void {
    if (why === this.last) return;
    this.last = why;
    this.obstacles += 1;
    if (this.first.length < mostTold) this.first.push(why);
  }
}

/** The components that stand in documents of the type, at any depth. */
export const within = (type: ContentType, { components }: Pick<Schema, 'components'>): ReadonlySet<string> => {
  const found = new Set<string>();
  const collect = (attributes: ContentType['attributes']): void => {
    for (const uid of [...attributes.values()].flatMap(componentsIn)) {
      if (found.has(uid)) continue;
      found.add(uid);
      collect(components.get(uid)?.attributes ?? new Map());
    }
  };
  collect(type.attributes);
  return found;
};

/** The types whose documents have to be gone through, by their uids of before. */
export const typesToGoThrough = ({ base, next, renames, changes }: Plan, edits: Edits): readonly ContentType[] =>
  [...base.types.values()].filter((type) => {
    if (!next.types.has(renames.types.get(type.uid) ?? type.uid)) return false;
    const holders = [type.uid, ...within(type, base)];
    return (
      holders.some((uid) => edits.has(uid)) ||
      changes.some((change) => change.holder === type.uid && kindOf(change).document !== undefined)
    );
  });

/** Where the documents of a type are: under the name of before, or of now, once the collection has moved. */
export const collectionsOf = (plan: Plan, type: ContentType): readonly string[] => {
  const now = plan.next.types.get(plan.renames.types.get(type.uid) ?? type.uid);
  return [...new Set([type.collectionName, now?.collectionName ?? type.collectionName])];
};

/**
 * Goes through all documents that changes may be about, and changes none.
 *
 * @returns a finding a change, in order
 */
export const findingsOf = async (going: Going, db: Db): Promise<readonly Finding[]> => {
  const tallies = new Map(going.changes.map((change) => [change, new Tally()]));
  const edits = editsOf(going, going.again);
  const dry: Going = { ...going, nextId: () => Promise.resolve(0) };
  for (const type of typesToGoThrough(going, edits)) {
    const now = going.next.types.get(going.renames.types.get(type.uid) ?? type.uid);
    const twice = now && new Twice(now, type.uid, going);
    for (const collection of collectionsOf(going, type))
      for (
        let batch = await batchOf(db, collection, undefined);
        batch !== undefined;
        batch = await batchOf(db, collection, batch.after)
      )
        for (const document of batch.documents) {
          const stuck = (change: Change, why: string): void => {
            const tally = tallies.get(change);
            tally?.touched(document);
            tally?.stuck(`${document.documentId}${document.locale === null ? '' : ` (${document.locale})`} ${why}`);
          };
          const touched = (change: Change): void => tallies.get(change)?.touched(document);
          twice?.look(await rewritten(document, type.uid, edits, dry, { touched, stuck }), stuck);
        }
  }
  const findings: Finding[] = [];
  for (const [change, tally] of tallies) {
    const kind = kindOf(change);
    for (const line of (await kind.obstacles?.(change, going, db)) ?? []) tally.stuck(line);
    findings.push({
      change,
      place: nameOf(going.base, change.holder, 'name' in change ? change.name : undefined),
      level: kind.level(change),
      means: kind.told(change, going),
      documents: tally.count + ((await kind.count?.(change, going, db)) ?? 0),
      obstacles: { count: tally.obstacles, first: tally.first },
    });
  }
  return findings;
};

/** Whether documents have to be migrated for it, or stand in its way. */
export const isPressing = ({ level, documents, obstacles }: Finding): boolean =>
  obstacles.count > 0 || (level === 'must' && documents > 0);

// Scans the documents: how many each change concerns, and which obstacles it has.
import type { Db } from 'mongodb';
import { componentsIn, type ContentType, type Schema } from '../../schema/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { batchOf } from './batches.ts';
import { kindOf } from './kinds.ts';
import { nameOf } from './places.ts';
import { editsOf, rewritten, type Edits } from './rewrite.ts';
import { Twice } from './twice.ts';
import type { Change, Going, Level, Plan } from './types.ts';

/** One change and what it means for the documents of a database. */
export interface Finding {
  readonly change: Change;
  /** `article.headline` */
  readonly place: string;
  readonly level: Level;
  readonly means: string;
  /** The number of documents that the change concerns; each locale counts. */
  readonly documents: number;
  /** Why the change cannot be made: the number of reasons, and the first of them. */
  readonly obstacles: { readonly count: number; readonly first: readonly string[] };
}

const mostTold = 10;

class Tally {
  private current: StoredDocument | undefined;
  private last: string | undefined;
  count = 0;
  obstacles = 0;
  readonly first: string[] = [];

  touched(document: StoredDocument): void {
    if (this.current !== document) this.count += 1;
    this.current = document;
  }

  /** Counts the same reason in both versions of a document once. */
  stuck(why: string): void {
    if (why === this.last) return;
    this.last = why;
    this.obstacles += 1;
    if (this.first.length < mostTold) this.first.push(why);
  }
}

/** The uids of the components in documents of the type, at any depth. */
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

/** The old types whose documents a migration must read. */
export const typesToGoThrough = ({ base, next, renames, changes }: Plan, edits: Edits): readonly ContentType[] =>
  [...base.types.values()].filter((type) => {
    if (!next.types.has(renames.types.get(type.uid) ?? type.uid)) return false;
    const holders = [type.uid, ...within(type, base)];
    return (
      holders.some((uid) => edits.has(uid)) ||
      changes.some((change) => change.holder === type.uid && kindOf(change).document !== undefined)
    );
  });

/** The collections that may have the documents of a type: the old one and, once it is moved, the new one. */
export const collectionsOf = (plan: Plan, type: ContentType): readonly string[] => {
  const now = plan.next.types.get(plan.renames.types.get(type.uid) ?? type.uid);
  return [...new Set([type.collectionName, now?.collectionName ?? type.collectionName])];
};

/**
 * Reads all documents that changes may concern, and changes none.
 *
 * @returns one finding per change, in order
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

/** Whether the finding requires a migration or has obstacles. */
export const isPressing = ({ level, documents, obstacles }: Finding): boolean =>
  obstacles.count > 0 || (level === 'must' && documents > 0);

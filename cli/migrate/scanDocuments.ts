// Scans the documents: how many each change concerns, and which obstacles it has.
import type { Db } from 'mongodb';
import { withTempDir } from '../../lib/media/index.ts';
import type { ContentType } from '../../lib/schema/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { readBatch } from './readBatch.ts';
import { changeKindOf } from './kinds.ts';
import { componentsWithin, elementName } from './schemaElements.ts';
import { collectEdits, rewriteDocument, type EditsByHolder } from './rewriteDocument.ts';
import { DuplicateFinder } from './duplicateFinder.ts';
import type { SchemaChange, MigrationContext, FindingLevel, MigrationPlan } from './types.ts';

/** One change and what it means for the documents of a database. */
export interface Finding {
  readonly change: SchemaChange;
  /** `article.headline` */
  readonly place: string;
  readonly level: FindingLevel;
  readonly means: string;
  /** The number of documents that the change concerns; each locale counts. */
  readonly documents: number;
  /** Why the change cannot be made: the number of reasons, and the first of them. */
  readonly obstacles: { readonly count: number; readonly first: readonly string[] };
}

const maxReportedObstacles = 10;

class FindingCounter {
  private current: StoredDocument | undefined;
  private lastObstacle: string | undefined;
  count = 0;
  obstacles = 0;
  readonly first: string[] = [];

  countDocument(document: StoredDocument): void {
    if (this.current !== document) this.count += 1;
    this.current = document;
  }

  /** Counts the same reason in both versions of a document once. */
  addObstacle(why: string): void {
    if (why === this.lastObstacle) return;
    this.lastObstacle = why;
    this.obstacles += 1;
    if (this.first.length < maxReportedObstacles) this.first.push(why);
  }
}

/** The old types whose documents a migration must read. */
export const typesToMigrate = (
  { base, next, renames, changes }: MigrationPlan,
  edits: EditsByHolder,
): readonly ContentType[] =>
  [...base.types.values()].filter((type) => {
    if (!next.types.has(renames.types.get(type.uid) ?? type.uid)) return false;
    const holders = [type.uid, ...componentsWithin(type, base)];
    return (
      holders.some((uid) => edits.has(uid)) ||
      changes.some((change) => change.holder === type.uid && changeKindOf(change).documentEdit !== undefined)
    );
  });

/** The collections that may have the documents of a type: the old one and, once it is moved, the new one. */
export const possibleCollections = (plan: MigrationPlan, type: ContentType): readonly string[] => {
  const now = plan.next.types.get(plan.renames.types.get(type.uid) ?? type.uid);
  return [...new Set([type.collectionName, now?.collectionName ?? type.collectionName])];
};

/**
 * Reads all documents that changes may concern, and changes none.
 *
 * @returns one finding per change, in order
 */
export const scanDocuments = (context: MigrationContext, db: Db): Promise<readonly Finding[]> =>
  withTempDir((folder) => scanWithFiles(context, db, folder));

const scanWithFiles = async (context: MigrationContext, db: Db, folder: string): Promise<readonly Finding[]> => {
  const tallies = new Map(context.changes.map((change) => [change, new FindingCounter()]));
  const edits = collectEdits(context, () => context.phase);
  const dryContext: MigrationContext = { ...context, nextId: () => Promise.resolve(0) };
  for (const type of typesToMigrate(context, edits)) {
    const newType = context.next.types.get(context.renames.types.get(type.uid) ?? type.uid);
    const duplicates = newType && new DuplicateFinder(newType, type.uid, context, folder);
    for (const collection of possibleCollections(context, type))
      for (
        let batch = await readBatch(db, collection, undefined);
        batch !== undefined;
        batch = await readBatch(db, collection, batch.after)
      )
        for (const document of batch.documents) {
          const name = `${document.documentId}${document.locale === null ? '' : ` (${document.locale})`}`;
          const reportObstacle = (change: SchemaChange, why: string): void => {
            const tally = tallies.get(change);
            tally?.countDocument(document);
            tally?.addObstacle(`${name} ${why}`);
          };
          const reportDocument = (change: SchemaChange): void => tallies.get(change)?.countDocument(document);
          duplicates?.add(
            await rewriteDocument(document, type.uid, edits, dryContext, {
              onDocument: reportDocument,
              onObstacle: reportObstacle,
            }),
            name,
          );
        }
    duplicates?.report((change, why) => tallies.get(change)?.addObstacle(why));
  }
  const findings: Finding[] = [];
  for (const [change, tally] of tallies) {
    const kind = changeKindOf(change);
    for (const line of (await kind.findObstacles?.(change, context, db)) ?? []) tally.addObstacle(line);
    findings.push({
      change,
      place: elementName(context.base, change.holder, 'name' in change ? change.name : undefined),
      level: kind.level(change),
      means: kind.describe(change, context),
      documents: tally.count + ((await kind.countOthers?.(change, context, db)) ?? 0),
      obstacles: { count: tally.obstacles, first: tally.first },
    });
  }
  return findings;
};

/** Whether the finding requires a migration or has obstacles. */
export const needsAction = ({ level, documents, obstacles }: Finding): boolean =>
  obstacles.count > 0 || (level === 'must' && documents > 0);

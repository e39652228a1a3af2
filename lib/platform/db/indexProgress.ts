// Logs the progress of index builds, which take long on large collections.
import { MongoServerError, type Collection, type Db } from 'mongodb';

interface Building {
  readonly msg: string;
  readonly progress?: { readonly done: number; readonly total: number };
}

/** MongoDB's message names the phase twice, the second time with numbers. */
const phase = /^Index Build: (.+?)(?= Index Build:|: \d|$)/;

/** @returns the progress in words: `scanning collection, 34 %` */
export const toldProgress = ({ msg, progress }: Building): string => {
  const doing = phase.exec(msg)?.[1] ?? 'being built';
  return progress === undefined || progress.total === 0
    ? doing
    : `${doing}, ${Math.floor((100 * progress.done) / progress.total)} %`;
};

const unauthorized = 13;

const buildsIn = async (db: Db, collection: string): Promise<readonly Building[]> => {
  const ns = `${db.databaseName}.${collection}`;
  const found = db
    .admin()
    .command({
      aggregate: 1,
      pipeline: [{ $currentOp: { allUsers: true } }, { $match: { ns, msg: /^Index Build/ } }],
      cursor: {},
    })
    .catch((error: unknown) => {
      // A database user that may create indexes may lack the right to read other operations.
      if (error instanceof MongoServerError && error.code === unauthorized) return { cursor: { firstBatch: [] } };
      throw error;
    });
  const { cursor } = (await found) as { readonly cursor: { readonly firstBatch: readonly Building[] } };
  return cursor.firstBatch;
};

/**
 * Waits for the index builds of a collection, and logs their progress every ten seconds.
 *
 * @param work the builds; rejects if they fail
 * @throws what `work` rejects with
 */
export const whileBuilding = async (
  db: Db,
  { collectionName }: Pick<Collection, 'collectionName'>,
  work: Promise<unknown>,
  log: (line: string) => void,
  everyMs = 10_000,
): Promise<void> => {
  const tell = async (): Promise<void> => {
    const lines = (await buildsIn(db, collectionName)).map(toldProgress);
    for (const line of lines.length === 0 ? ['being built'] : lines) log(`${collectionName}: ${line}`);
  };
  const timer = setInterval(() => {
    // If the database cannot be reached, the work itself fails.
    tell().catch(() => undefined);
  }, everyMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
};

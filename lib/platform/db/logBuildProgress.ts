// Logs the progress of index builds, which take long on large collections.
import { MongoServerError, type Collection, type Db } from 'mongodb';

interface IndexBuild {
  readonly msg: string;
  readonly progress?: { readonly done: number; readonly total: number };
}

/** MongoDB's message names the phase twice, the second time with numbers. */
const phasePattern = /^Index Build: (.+?)(?= Index Build:|: \d|$)/;

/** @returns the progress in words: `scanning collection, 34 %` */
export const formatProgress = ({ msg, progress }: IndexBuild): string => {
  const phaseName = phasePattern.exec(msg)?.[1] ?? 'being built';
  return progress === undefined || progress.total === 0
    ? phaseName
    : `${phaseName}, ${Math.floor((100 * progress.done) / progress.total)} %`;
};

const unauthorized = 13;

const runningBuilds = async (db: Db, collection: string): Promise<readonly IndexBuild[]> => {
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
  const { cursor } = (await found) as { readonly cursor: { readonly firstBatch: readonly IndexBuild[] } };
  return cursor.firstBatch;
};

/**
 * Waits for the index builds of a collection, and logs their progress every ten seconds.
 *
 * @param work the builds; rejects if they fail
 * @throws what `work` rejects with
 */
export const logBuildProgress = async (
  db: Db,
  { collectionName }: Pick<Collection, 'collectionName'>,
  work: Promise<unknown>,
  log: (line: string) => void,
  everyMs = 10_000,
): Promise<void> => {
  const logProgress = async (): Promise<void> => {
    const lines = (await runningBuilds(db, collectionName)).map(formatProgress);
    for (const line of lines.length === 0 ? ['being built'] : lines) log(`${collectionName}: ${line}`);
  };
  const timer = setInterval(() => {
    // If the database cannot be reached, the work itself fails.
    logProgress().catch(() => undefined);
  }, everyMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
};

// How far the builds of indexes are: on a large collection they take longer than anybody waits without a word.
import { MongoServerError, type Collection, type Db } from 'mongodb';

interface Building {
  readonly msg: string;
  readonly progress?: { readonly done: number; readonly total: number };
}

/** MongoDB says what it does twice, the second time with the numbers. */
const phase = /^Index Build: (.+?)(?= Index Build:|: \d|$)/;

/** @returns such as `scanning collection, 34 %` */
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
      // Who may make indexes need not have the right to see what others do.
      if (error instanceof MongoServerError && error.code === unauthorized) return { cursor: { firstBatch: [] } };
      throw error;
    });
  const { cursor } = (await found) as { readonly cursor: { readonly firstBatch: readonly Building[] } };
  return cursor.firstBatch;
};

/**
 * Waits for the work on the indexes of a collection, and tells every ten seconds how far it is.
 *
 * @param work rejects as it does
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
    // The work itself says that the database cannot be reached.
    tell().catch(() => undefined);
  }, everyMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
};

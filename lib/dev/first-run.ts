// What happens once, on an empty database: the sample content is loaded and a token is made to read it with.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createToken } from '../access/index.ts';
import { openDatabase, prepareIndexes } from '../db/index.ts';
import { loadSchema } from '../schema/index.ts';
import { seed } from '../seed/index.ts';
import { createService, type Service } from '../service.ts';
import type { Log } from './mongod/index.ts';

interface Options {
  readonly root: string;
  readonly uri: string;
  /** The folder of content types. */
  readonly contentTypes: string;
  readonly log: Log;
}

export interface FirstRun {
  /** A full-access token, printed once the server answers. */
  readonly token: string;
  /** Requests to try, from the path on: `/api/articles?populate=*`. */
  readonly paths: readonly string[];
}

/** Whether nothing has ever been written to the database. */
const isEmpty = async (uri: string): Promise<boolean> => {
  const database = openDatabase(uri);
  try {
    const collections = await (await database.get()).listCollections({}, { nameOnly: true }).toArray();
    return collections.length === 0;
  } finally {
    await database.close();
  }
};

const samplePaths = [
  '/api/articles?fields=title,summary&sort=publishedOn:desc&populate[authors][fields]=name',
  '/api/articles?filters[slug]=notes-in-pencil&populate[sections][populate]=*&populate[topic]=true',
  '/api/topics?sort=name&populate[articles][filters][readingMinutes][$lte]=2&populate[articles][fields]=title',
];

/** What can be asked of any content types: the first three. */
const plainPaths = ({ schema }: Service): readonly string[] =>
  [...schema.served.keys()].slice(0, 3).map((name) => `/api/${name}?populate=*`);

/**
 * Runs before the server starts, again after each change until it has worked once.
 *
 * @returns what to tell the user once the server answers; undefined when this is not the first run
 * @throws Error when the database does not answer or the sample content does not go in
 */
export const firstRun = async ({ root, uri, contentTypes, log }: Options): Promise<FirstRun | undefined> => {
  if (!(await isEmpty(uri))) return undefined;
  const { schema } = await loadSchema(contentTypes);
  const service = createService(schema, uri);
  try {
    const db = await service.database.get();
    const isSample = contentTypes === join(root, 'content-types');
    if (isSample) {
      log('The database is empty: loading the sample content');
      const content: unknown = JSON.parse(await readFile(join(root, 'sample/content.json'), 'utf8'));
      await prepareIndexes(db, schema);
      await seed(service, content, log);
    }
    const token = await createToken(db, 'first run of npm run dev', 'full-access', service.now());
    return { token, paths: isSample ? samplePaths : plainPaths(service) };
  } finally {
    await service.database.close();
  }
};

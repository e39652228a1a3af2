// What happens once, on an empty database: the sample content is loaded and a token is made to read it with.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config, Secrets } from '../../platform/config/index.ts';
import { collections, openDatabase } from '../../platform/db/index.ts';
import { prepareDatabase } from '../migrate/index.ts';
import { loadSchema } from '../../schema/index.ts';
import { seed } from '../seed/index.ts';
import { createService, type Service } from '../../platform/service.ts';
import { createToken } from '../../accounts/tokens/index.ts';
import type { Log } from './mongod/index.ts';

interface Options {
  readonly root: string;
  readonly uri: string;
  readonly secrets: Secrets;
  /** Pictures of the sample are stored as it says. */
  readonly config: Config;
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

/** Whether nobody could ask anything yet. */
const hasNoToken = async (uri: string): Promise<boolean> => {
  const database = openDatabase(uri);
  try {
    return (await (await database.get()).collection(collections.tokens).findOne({})) === null;
  } finally {
    await database.close();
  }
};

/** Whether the sample content is of these types, and nothing of them is there. */
const wantsSample = async (content: object, { schema, database }: Service): Promise<boolean> => {
  const db = await database.get();
  const types = Object.keys(content).map((name) => schema.served.get(name));
  const free = types.map(
    async (type) => type !== undefined && (await db.collection(type.collectionName).findOne({})) === null,
  );
  return (await Promise.all(free)).every((one) => one);
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
export const firstRun = async ({
  root,
  uri,
  secrets,
  config,
  contentTypes,
  log,
}: Options): Promise<FirstRun | undefined> => {
  if (!(await hasNoToken(uri))) return undefined;
  const { schema } = await loadSchema(contentTypes);
  const service = createService(schema, uri, secrets, config);
  try {
    await prepareDatabase(service);
    const content = JSON.parse(await readFile(join(root, 'sample/content.json'), 'utf8')) as object; // ours: an object
    const sample = await wantsSample(content, service);
    log(
      sample
        ? 'The database is empty: loading the sample content'
        : 'The sample content is not of these content types: left out',
    );
    if (sample) await seed(service, content, log, join(root, 'sample/uploads'));
    const { accessKey } = await createToken(service, { name: 'first run of npm run dev', type: 'full-access' });
    return { token: accessKey, paths: sample ? samplePaths : plainPaths(service) };
  } finally {
    await service.database.close();
  }
};

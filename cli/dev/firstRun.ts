// Prepares an empty database (loads the sample content, creates a token to read it), and prints what to try first.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../../lib/platform/config/index.ts';
import { collections, openDatabase } from '../../lib/platform/db/index.ts';
import { migrationsFolder, prepareDatabase, readMigrationFiles } from '../migrate/index.ts';
import { seed } from '../seed/index.ts';
import { writeUsersAndFiles } from '../../lib/server/writeUsersAndFiles.ts';
import { createService, type Service } from '../../lib/platform/service.ts';
import { siteOf } from '../../lib/platform/site.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import type { LogLine } from '../mongod/index.ts';
import type { DevEditor } from './devEditor.ts';

/** What the parts of `lectern dev` work with that open the service. */
export interface DevContext {
  /** The project; `sample/` in it holds the sample content. */
  readonly root: string;
  readonly uri: string;
  readonly secrets: Secrets;
  /** Names the content types, the configuration and the built extensions. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: LogLine;
}

interface FirstRun {
  /** A full-access token. */
  readonly token: string;
  /** Requests to try, without the origin: `/api/articles?populate=*`. */
  readonly paths: readonly string[];
}

/** Whether the database has no API token yet. */
const hasNoToken = async (uri: string): Promise<boolean> => {
  const database = openDatabase(uri);
  try {
    return (await (await database.get()).collection(collections.tokens).findOne({})) === null;
  } finally {
    await database.close();
  }
};

/** Whether the schema has all types of the sample content and none of them has documents. */
const canLoadSample = async (content: object, { schema, database }: Service): Promise<boolean> => {
  const db = await database.get();
  const types = Object.keys(content).map((name) => schema.served.get(name));
  const emptyTypes = types.map(
    async (type) => type !== undefined && (await db.collection(type.collectionName).findOne({})) === null,
  );
  return (await Promise.all(emptyTypes)).every((one) => one);
};

/** @returns undefined: the project has no sample content */
const readSample = async (root: string): Promise<object | undefined> => {
  const file = join(root, 'sample/content.json');
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as object) : undefined; // types by name
};

const samplePaths = [
  '/api/articles?fields=title,summary&sort=publishedOn:desc&populate[authors][fields]=name',
  '/api/articles?filters[slug]=notes-in-pencil&populate[sections][populate]=*&populate[topic]=true',
  '/api/topics?sort=name&populate[articles][filters][readingMinutes][$lte]=2&populate[articles][fields]=title',
];

/** Requests for the first three content types. */
const defaultPaths = ({ schema }: Service): readonly string[] =>
  [...schema.served.keys()].slice(0, 3).map((name) => `/api/${name}?populate=*`);

/**
 * Runs before the server starts, and again after each change until it succeeds once.
 *
 * @returns what to print when the server answers; undefined if this is not the first run
 * @throws Error when the database does not answer or refuses the sample content
 */
export const firstRun = async ({ root, uri, secrets, env, log }: DevContext): Promise<FirstRun | undefined> => {
  if (!(await hasNoToken(uri))) return undefined;
  writeUsersAndFiles();
  const service = createService(await siteOf(env), uri, secrets);
  try {
    const files = await readMigrationFiles(join(root, migrationsFolder));
    await prepareDatabase(service, { files, removals: 'undecided' });
    const content = await readSample(root);
    const sample = content !== undefined && (await canLoadSample(content, service));
    if (content !== undefined)
      log(
        sample
          ? 'The database is empty: loading the sample content'
          : 'The sample content does not fit these content types: not loaded',
      );
    if (sample) await seed(service, content, log, join(root, 'sample/uploads'));
    const { accessKey } = await createToken(service, { name: 'first run of npm run dev', type: 'full-access' });
    return { token: accessKey, paths: sample ? samplePaths : defaultPaths(service) };
  } finally {
    await service.database.close();
  }
};

/** What to print after the first start of the server. */
export interface FirstStart {
  readonly run: FirstRun | undefined;
  readonly editor: DevEditor | undefined;
}

const printFirstRun = (url: string, { token, paths }: FirstRun): void => {
  console.log('\nThis is the first run. A full-access token, shown only once:\n');
  console.log(`  ${token}\n\nRequests to try:\n`);
  for (const path of paths) console.log(`  curl -g -H 'Authorization: Bearer ${token}' '${url}${path}'`);
  console.log('');
};

const printEditor = (url: string, { account }: DevEditor): void => {
  const login =
    account === undefined
      ? 'Make yourself an account: `lectern user create --email you@example.org --role administrator`'
      : `Log in as ${account.email}, password: ${account.password ?? 'the one that you have set'}`;
  console.log(`\nThe editor: ${url}/editor/\n  ${login}\n`);
};

/** @param first undefined after the first start */
export const printFirstStart = (url: string, first: FirstStart | undefined): void => {
  if (first?.run !== undefined) printFirstRun(url, first.run);
  if (first?.editor !== undefined) printEditor(url, first.editor);
};

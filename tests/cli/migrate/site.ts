// A database whose content types change: served with some types, migrated, served with others.
import type { Db } from 'mongodb';
import { afterAll } from 'vitest';
import {
  migrate,
  noMigrationOptions,
  prepareDatabase,
  resumeMigration,
  findMigrationStatus,
  type MigrationOptions,
  type Finding,
} from '../../../cli/migrate/index.ts';
import type { SchemaFiles } from '../../../lib/schema/index.ts';
import { openDatabase, type Database } from '../../../lib/platform/db/index.ts';
import { assembleService, type Service } from '../../../lib/platform/service.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createClient, schemaOf, testConfig, silentLog, type Api } from '../../setup/api.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../setup/database.ts';
import { secrets } from '../../setup/secrets.ts';

/** Schema files as objects; each is written as JSON. */
export type Files = Readonly<Record<string, object>>;

export const textsOf = (files: Files): SchemaFiles =>
  Object.fromEntries(Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)]));

/** The file of a content type; `more` replaces whole keys of it. */
export const type = (name: string, attributes: object, more: object = {}): Files => ({
  [`${name}.json`]: {
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s` },
    options: { draftAndPublish: true },
    attributes,
    ...more,
  },
});

export const component = (uid: string, attributes: object): Files => ({
  [`components/${uid.replace('.', '/')}.json`]: { attributes },
});

export const localized = { pluginOptions: { i18n: { localized: true } } };
export const draftless = { options: { draftAndPublish: false } };

/** One database for a test file or a `describe`. */
export class Site {
  private readonly database: TestDatabase = freshDatabase();
  /** All services share its connections. */
  private readonly connection: Database = openDatabase(this.database.uri);
  private token: string | undefined;

  constructor() {
    afterAll(() => this.connection.close());
  }

  get uri(): string {
    return this.database.uri;
  }

  /** The API with these content types, as functions serve them: without checks of the database at the start. */
  of(files: Files): Api {
    const site = { schema: schemaOf(textsOf(files)), config: testConfig, extensions: undefined };
    const service: Service = assembleService(this.connection, site, secrets);
    return {
      service: () => service,
      collection: async (name) => (await service.database.get()).collection(name),
      ...createClient(
        () => Promise.resolve(service),
        () => this.token,
      ),
    };
  }

  /** The same, on an empty database with indexes and a token. */
  async begin(files: Files): Promise<Api> {
    const api = this.of(files);
    const db = await this.db();
    await emptyDatabase(db, api.service().schema);
    await prepareDatabase(api.service());
    this.token = (await createToken(api.service(), { name: 'all', type: 'full-access' })).accessKey;
    return api;
  }

  /** The changes between the stored and the new content types, with their obstacles. */
  async findings(files: Files, options: Partial<MigrationOptions> = {}): Promise<readonly Finding[]> {
    const status = await findMigrationStatus(this.of(files).service(), {
      options: { ...noMigrationOptions, ...options },
    });
    if (status.is === 'known') return status.findings;
    throw new Error(`the database is ${status.is}`);
  }

  /** Migrates the documents to these content types; throws if there are obstacles. */
  async migrate(files: Files, options: Partial<MigrationOptions> = {}): Promise<Api> {
    const api = this.of(files);
    const all = { ...noMigrationOptions, ...options };
    const status = await findMigrationStatus(api.service(), { options: all });
    if (status.is === 'under way') await resumeMigration(api.service(), silentLog);
    if (status.is !== 'known') return api;
    const first = status.findings.flatMap(({ obstacles }) => obstacles.first);
    if (first.length > 0) throw new Error(first.join('\n'));
    await migrate(api.service(), status, silentLog);
    return api;
  }

  db(): Promise<Db> {
    return this.connection.get();
  }

  /** All documents of a collection as they are stored, without `_id` and `revision`. */
  async stored(collection: string): Promise<readonly object[]> {
    const found = await (
      await this.db()
    )
      .collection(collection)
      .find({}, { projection: { _id: 0, revision: 0, written: 0, 'pending.replaced': 0 } })
      .sort({ documentId: 1, locale: 1 })
      .toArray();
    return found;
  }
}

/** The documentId in the answer to a write. */
export const idOf = (reply: { readonly status: number; readonly body: { data: { documentId: string } } }): string => {
  if (reply.status >= 300) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.documentId;
};

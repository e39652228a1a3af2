// Hidden data has no effect on answers: two worlds that differ only in hidden data answer every query alike.
import qs from 'qs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../../lib/platform/access/index.ts';
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import {
  builtInUids,
  loadSchema,
  typeOf,
  type ContentType,
  type Schema,
  type Status,
} from '../../../lib/schema/index.ts';
import { createApi, type Api } from '../../setup/api.ts';
import { scrambleHidden, type IsVisible } from './scrambleHidden.ts';
import { QueryGenerator } from './queries.ts';
import { seededRandom, type Random } from './random.ts';
import { locales, userId, generateWorld, type World } from './world.ts';

const roles = Number(process.env.LECTERN_LEAK_ROLES ?? 5);
const queriesPerRole = 60;

const folder = (name: string): string => new URL(`../../schemas/${name}`, import.meta.url).pathname;

const roleId = 'role'.padEnd(24, '0');

/** Stores a world, the role and the user in the database of an API. */
const fill = async (api: Api, schema: Schema, world: World, permissions: readonly Permission[]): Promise<void> => {
  const service = api.service();
  const db = await service.database.get();
  const time = new Date(0);
  const document = (documentId: string, id: number, values: object): StoredDocument => ({
    ...{ documentId, locale: null, revision: 1 },
    published: { id, createdAt: time, updatedAt: time, publishedAt: time, ...values },
  });
  const role = document(roleId, 1, { name: 'Asking', type: 'asking', permissions });
  const user = document(userId, 1, { username: 'asker', role: { to: roleId, at: 1 } });
  const all = new Map<string, readonly StoredDocument[]>([
    ...world,
    [builtInUids.role, [role]],
    [builtInUids.user, [user]],
  ]);
  for (const [uid, documents] of all) {
    const collection = db.collection<StoredDocument>(typeOf(schema, uid).collectionName);
    await collection.deleteMany({});
    if (documents.length > 0) await collection.insertMany(documents.map((one) => ({ ...one })));
  }
  service.access.roles.clearCache();
  service.access.sessions.clearCache();
};

const permissionsBy = (schema: Schema, queries: QueryGenerator, random: Random): readonly Permission[] =>
  [...schema.served.values()].flatMap((type): readonly Permission[] => {
    if (random.isTrue(0.35)) return [];
    const condition = random.isTrue(0.5)
      ? {}
      : random.isTrue(0.4)
        ? { own: true as const }
        : { filters: queries.condition(type) };
    const permit = (action: string, of: object): Permission => ({ action: `${type.uid}.${action}`, ...of });
    return [
      ...[permit('find', condition), permit('findOne', condition)],
      ...(random.isTrue(0.5) ? [permit('update', random.isTrue(0.5) ? {} : { own: true })] : []),
    ];
  });

/** The versions that match the conditions, in every locale; each as `uid version documentId locale`. */
const matchingVersions = async (
  api: Api,
  schema: Schema,
  permissions: readonly Permission[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const [name, type] of schema.served) {
    const filters = permissions.find(({ action }) => action === `${type.uid}.find`)?.filters;
    if (filters === undefined) continue;
    for (const status of ['draft', 'published'] as const)
      for (const locale of [...locales, '*']) {
        // At the top level, a filter on `locale` would choose the locales.
        const text = qs.stringify({ filters: { $and: [filters] }, status, locale, pagination: { pageSize: 100 } });
        const { body } = await api.get(`/api/${name}?${text}`);
        const data = (body.data ?? []) as StoredDocument | readonly StoredDocument[];
        for (const one of Array.isArray(data) ? data : [data])
          found.add([type.uid, status, one.documentId, one.locale ?? null].join(' '));
      }
  }
  return found;
};

const visibilityOf =
  (permissions: readonly Permission[], matchingKeys: ReadonlySet<string>): IsVisible =>
  (type: ContentType, document: StoredDocument, version: Status) => {
    const permission = (action: string) => permissions.find((one) => one.action === `${type.uid}.${action}`);
    const [find, update] = [permission('find'), permission('update')];
    const isMine = document.createdBy === userId;
    if (find === undefined || (find.own === true && !isMine)) return false;
    if (version === 'draft' && (update === undefined || (update.own === true && !isMine))) return false;
    // A type without drafts has one version, and its relations decide per status whether the condition matches.
    const statuses: readonly Status[] = type.draftAndPublish ? [version] : ['draft', 'published'];
    const matches = statuses.some((status) =>
      matchingKeys.has([type.uid, status, document.documentId, document.locale].join(' ')),
    );
    return find.filters === undefined || matches;
  };

const visibleVersions = (world: World, schema: Schema, isVisible: IsVisible): readonly string[] =>
  [...world].flatMap(([uid, documents]) =>
    documents.flatMap((document) =>
      (['draft', 'published'] as const)
        .filter((version) => document[version] !== undefined && isVisible(typeOf(schema, uid), document, version))
        .map((version) => [uid, version, document.documentId, document.locale].join(' ')),
    ),
  );

/** The attribute names in conditions, and the types that the conditions go through. */
const namesInConditions = (schema: Schema, permissions: readonly Permission[]) => {
  const names = new Set<string>();
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      names.add(key);
      gather(inner);
    }
  };
  for (const { filters } of permissions) gather(filters);
  const holders = [...schema.types.values(), ...schema.components.values()];
  const types = holders.flatMap(({ attributes }) =>
    [...attributes.values()].flatMap((one) => (one.kind === 'relation' && names.has(one.name) ? [one.target] : [])),
  );
  return { names, types: new Set(types) };
};

describe.each(['museum', 'atlas'])('in the %s', async (name) => {
  const { schema } = await loadSchema(folder(name));
  const [one, other] = [createApi(schema), createApi(schema)] as const;
  let successCount = 0;
  let requestCount = 0;
  afterAll(() => {
    // Otherwise the test would compare little but refusals.
    expect(successCount).toBeGreaterThan(requestCount / 4);
  });

  it.each(Array.from({ length: roles }, (_, seed) => seed))(
    'role %i learns nothing about hidden data',
    async (seed) => {
      const random = seededRandom(seed + 1);
      const queries = new QueryGenerator(schema, random);
      const world = generateWorld(schema, random);
      const permissions = permissionsBy(schema, queries, random);
      for (const api of [one, other])
        for (const code of ['fr']) await api.request('POST', '/api/i18n/locales', { body: { code, name: code } });
      await fill(one, schema, world, permissions);
      const matchingKeys = await matchingVersions(one, schema, permissions);
      const isVisible = visibilityOf(permissions, matchingKeys);
      const altered = scrambleHidden(world, schema, isVisible, namesInConditions(schema, permissions), random);
      await fill(other, schema, altered, permissions);
      // The two worlds are comparable only if the same versions are visible in both.
      const visibleInAltered = visibleVersions(
        altered,
        schema,
        visibilityOf(permissions, await matchingVersions(other, schema, permissions)),
      );
      expect(visibleInAltered, JSON.stringify(permissions)).toEqual(visibleVersions(world, schema, isVisible));

      const seen = [...schema.served].filter(([, { uid }]) =>
        permissions.some(({ action }) => action === `${uid}.find`),
      );
      const token = await one.service().access.sessions.issue(1, 3600);
      for (let index = 0; index < queriesPerRole; index++) {
        const { url, headers } = queries.request(seen);
        const [a, b] = await Promise.all([one, other].map((api) => api.get(url, { as: { token }, headers })));
        const comparedParts = (reply: typeof a) => ({
          status: reply?.status,
          etag: reply?.headers.etag,
          body: reply?.body,
        });
        expect(comparedParts(b), `${decodeURIComponent(url)} ${JSON.stringify(permissions)}`).toEqual(comparedParts(a));
        requestCount += 1;
        if (a?.status === 200) successCount += 1;
        expect(a?.status).toBeLessThan(500);
      }
    },
  );
});

// Hidden data has no effect on answers: two worlds that differ only in hidden data answer every query alike.
import { join } from 'node:path';
import qs from 'qs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Condition, Permission } from '../../../lib/platform/access/index.ts';
import type { AccessFilter, Extension } from '../../../lib/platform/extensions/index.ts';
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import {
  builtInUids,
  loadSchema,
  typeOf,
  type ContentType,
  type Schema,
  type Status,
} from '../../../lib/schema/index.ts';
import { checkCondition } from '../../../lib/read/query/index.ts';
import { createProjectApi, type Api, type Call } from '../../setup/api.ts';
import { scrambleHidden, type IsVisible } from './scrambleHidden.ts';
import { QueryGenerator } from './queries.ts';
import { seededRandom, type Random } from './random.ts';
import { locales, userId, generateWorld, storeWorld, type World } from './world.ts';

const roles = Number(process.env.LECTERN_LEAK_ROLES ?? 5);
const queriesPerRole = 60;

/** What hides documents from whom. Code of a project hides them like permissions do, so fewer roles are enough. */
const restrictions = [
  { by: 'the role of a user', who: 'user', hasRole: true, hasCode: false, firstSeed: 0 },
  { by: 'project code, from a full-access token', who: 'token', hasRole: false, hasCode: true, firstSeed: 1_000 },
  { by: 'project code and the role of a user', who: 'user', hasRole: true, hasCode: true, firstSeed: 2_000 },
  { by: 'project code, from the public', who: 'public', hasRole: false, hasCode: true, firstSeed: 3_000 },
] as const;

/** What a caller may see: by permissions (undefined: everything), and by the `canRead` of types, by uid. */
interface Access {
  readonly permissions: readonly Permission[] | undefined;
  readonly readable: ReadonlyMap<string, Condition>;
}

/** The `canRead` of each type during the requests of a caller. */
let readableNow: Access['readable'] = new Map();

const toFilter = ({ own, filters }: Condition): AccessFilter => ({
  ...filters,
  ...(own === true ? { createdBy: { documentId: userId } } : {}),
});

const projectOf = (schema: Schema): Extension => ({
  types: Object.fromEntries(
    [...schema.served.values()].map(({ uid }) => {
      const canRead = (): AccessFilter => {
        const condition = readableNow.get(uid);
        return condition === undefined ? true : toFilter(condition);
      };
      return [uid, { canRead }];
    }),
  ),
});

const folder = (name: string): string => join(import.meta.dirname, `../../schemas/${name}`);

const roleId = 'role'.padEnd(24, '0');
const publicRoleId = 'public'.padEnd(24, '0');

/** Stores a world, the role and the user in the database of an API. */
const fill = async (api: Api, schema: Schema, world: World, permissions: readonly Permission[]): Promise<void> => {
  const service = api.service();
  const time = new Date(0);
  const document = (documentId: string, id: number, values: object): StoredDocument => ({
    ...{ documentId, locale: null, revision: 1 },
    published: { id, createdAt: time, updatedAt: time, publishedAt: time, ...values },
  });
  const role = document(roleId, 1, { name: 'Asking', type: 'asking', permissions });
  const publicRole = document(publicRoleId, 2, { name: 'Public', type: 'public', permissions });
  const user = document(userId, 1, { username: 'asker', role: { to: roleId, at: 1 } });
  const all = new Map<string, readonly StoredDocument[]>([
    ...world,
    [builtInUids.role, [role, publicRole]],
    [builtInUids.user, [user]],
  ]);
  await storeWorld(api, schema, all);
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
      ...(random.isTrue(0.9) ? [permit('versions', random.isTrue(0.5) ? {} : { own: true })] : []),
    ];
  });

/** Random conditions that project code adds to some types. */
const readableBy = async (
  api: Api,
  schema: Schema,
  queries: QueryGenerator,
  random: Random,
): Promise<Access['readable']> => {
  const context = { ...api.service(), locales: await api.service().locales.known() };
  const isValid = (filters: object, type: ContentType): boolean => {
    try {
      checkCondition(filters, type, context);
      return true;
    } catch {
      return false;
    }
  };
  return new Map(
    [...schema.served.values()].flatMap((type) => {
      if (random.isTrue(0.3)) return [];
      const filters = queries.condition(type);
      // A filter that does not fit the type is a 500, and no hidden data.
      return [
        [type.uid, random.isTrue(0.3) || !isValid(filters, type) ? { own: true as const } : { filters }] as const,
      ];
    }),
  );
};

const findPermission = ({ permissions }: Access, uid: string, action: string): Permission | Condition | undefined =>
  permissions === undefined ? {} : permissions.find((one) => one.action === `${uid}.${action}`);

/** The conditions on reading a type. */
const conditionsOn = (access: Access, uid: string): readonly Condition[] =>
  [findPermission(access, uid, 'find'), access.readable.get(uid)].filter((one) => one !== undefined);

/** The versions that match the conditions, in every locale; each as `uid version documentId locale`. */
const matchingVersions = async (api: Api, schema: Schema, access: Access): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const [name, type] of schema.served) {
    const filters = conditionsOn(access, type.uid).flatMap((one) => one.filters ?? []);
    if (filters.length === 0) continue;
    for (const status of ['draft', 'published'] as const)
      for (const locale of [...locales, '*']) {
        // At the top level, a filter on `locale` would choose the locales.
        const text = qs.stringify({ filters: { $and: filters }, status, locale, pagination: { pageSize: 100 } });
        const { body } = await api.get(`/api/${name}?${text}`);
        const data = (body.data ?? []) as StoredDocument | readonly StoredDocument[];
        for (const one of Array.isArray(data) ? data : [data])
          found.add([type.uid, status, one.documentId, one.locale ?? null].join(' '));
      }
  }
  return found;
};

const visibilityOf =
  (access: Access, matchingKeys: ReadonlySet<string>): IsVisible =>
  (type: ContentType, document: StoredDocument, version: Status) => {
    const [find, update] = ['find', 'update'].map((action) => findPermission(access, type.uid, action));
    const conditions = conditionsOn(access, type.uid);
    const isMine = document.createdBy === userId;
    if (find === undefined || (!isMine && conditions.some(({ own }) => own === true))) return false;
    if (version === 'draft' && (update === undefined || (update.own === true && !isMine))) return false;
    // A type without drafts has one version, and its relations decide per status whether the condition matches.
    const statuses: readonly Status[] = type.draftAndPublish ? [version] : ['draft', 'published'];
    const matches = statuses.some((status) =>
      matchingKeys.has([type.uid, status, document.documentId, document.locale].join(' ')),
    );
    return conditions.every(({ filters }) => filters === undefined) || matches;
  };

/** Whether the caller may update a document that it sees. */
const editabilityOf =
  (access: Access): IsVisible =>
  (type, document) => {
    const update = findPermission(access, type.uid, 'update');
    return update !== undefined && (update.own !== true || document.createdBy === userId);
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
const namesInConditions = (schema: Schema, { permissions = [], readable }: Access) => {
  const names = new Set<string>();
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      names.add(key);
      gather(inner);
    }
  };
  for (const { filters } of [...permissions, ...readable.values()]) gather(filters);
  const holders = [...schema.types.values(), ...schema.components.values()];
  const types = holders.flatMap(({ attributes }) =>
    [...attributes.values()].flatMap((one) => (one.kind === 'relation' && names.has(one.name) ? [one.target] : [])),
  );
  return { names, types: new Set(types) };
};

/** Permissions without conditions: `own` permits nothing to the public, which cannot update. */
const publicPermissions = (schema: Schema, random: Random): readonly Permission[] =>
  [...schema.served.values()].flatMap(({ uid }) =>
    random.isTrue(0.2) ? [] : ['find', 'findOne', 'versions'].map((action) => ({ action: `${uid}.${action}` })),
  );

describe.each(['museum', 'atlas'])('in the %s', async (name) => {
  const { schema } = await loadSchema(folder(name));
  const project = projectOf(schema);
  const [one, other] = [createProjectApi(schema, project), createProjectApi(schema, project)] as const;
  let successCount = 0;
  let requestCount = 0;
  afterAll(() => {
    // Otherwise the test would compare little but refusals.
    expect(successCount).toBeGreaterThan(requestCount / 4);
  });
  beforeAll(async () => {
    for (const api of [one, other])
      for (const code of ['fr']) await api.request('POST', '/api/i18n/locales', { body: { code, name: code } });
  });
  beforeEach(() => {
    readableNow = new Map();
  });

  describe.each(restrictions)('with documents hidden by $by', ({ who, hasRole, hasCode, firstSeed }) => {
    const count = hasCode ? Math.ceil(roles / 5) : roles;
    const seeds = Array.from({ length: count }, (_, index) => firstSeed + index);

    it.each(seeds)('caller %i learns nothing about hidden data', async (seed) => {
      const random = seededRandom(seed + 1);
      const queries = new QueryGenerator(schema, random);
      const world = generateWorld(schema, random);
      const permissions = hasRole ? permissionsBy(schema, queries, random) : publicPermissions(schema, random);
      const readable = hasCode ? await readableBy(one, schema, queries, random) : new Map<string, Condition>();
      const access = { permissions: who === 'token' ? undefined : permissions, readable };
      await fill(one, schema, world, permissions);
      const isVisible = visibilityOf(access, await matchingVersions(one, schema, access));
      const altered = scrambleHidden(
        ...([world, schema, isVisible, editabilityOf(access)] as const),
        ...([namesInConditions(schema, access), random] as const),
      );
      await fill(other, schema, altered, permissions);
      // The two worlds are comparable only if the same versions are visible in both.
      const isVisibleInAltered = visibilityOf(access, await matchingVersions(other, schema, access));
      const message = JSON.stringify([permissions, [...readable]]);
      expect(visibleVersions(altered, schema, isVisibleInAltered), message).toEqual(
        visibleVersions(world, schema, isVisible),
      );

      readableNow = readable;
      const seen = [...schema.served].filter(([, { uid }]) => findPermission(access, uid, 'find') !== undefined);
      const token = await one.service().access.sessions.issue(1, 3600);
      const as: Call['as'] = who === 'user' ? { token } : who === 'token' ? 'full-access' : null;
      for (let index = 0; index < queriesPerRole; index++) {
        const { url, headers } = queries.request(seen);
        const [a, b] = await Promise.all([one, other].map((api) => api.get(url, { as, headers })));
        const comparedParts = (reply: typeof a) => ({
          status: reply?.status,
          etag: reply?.headers.etag,
          body: reply?.body,
        });
        expect(comparedParts(b), `${decodeURIComponent(url)} ${message}`).toEqual(comparedParts(a));
        requestCount += 1;
        if (a?.status === 200) successCount += 1;
        expect(a?.status).toBeLessThan(500);
      }
    });
  });
});

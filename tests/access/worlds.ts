// Compares two databases: the whole one, and a copy without the documents that a caller may not see. An administrator
// of the copy must get the answers that the caller gets from the whole database.
import type { Document } from 'mongodb';
import { stringify } from 'qs';
import { expect } from 'vitest';
import { queryRunner, runPlan } from '../../lib/read/execute/index.ts';
import type { Caller, Condition, Permission } from '../../lib/platform/access/index.ts';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { createDocument } from '../../lib/write/documents/index.ts';
import { planList } from '../../lib/read/plan/index.ts';
import { readQuery } from '../../lib/read/query/index.ts';
import { builtInUids, typeOf, type ContentType, type Schema } from '../../lib/schema/index.ts';
import { createApi, createProjectApi, type Api, type Call, type Reply } from '../setup/api.ts';
import { lengthOf } from '../setup/lengthOf.ts';

/** The condition on find and findOne by singular name of the type; types without one are visible. */
export type Conditions = Readonly<Record<string, Condition>>;

export interface TestUser {
  readonly user: string;
  readonly call: Call;
}

export interface Worlds {
  readonly fullApi: Api;
  /** Creates a user whose role has these permissions. */
  readonly someone: (permissions: readonly Permission[]) => Promise<TestUser>;
  /** Sets the user with these conditions as the creator of documents; `type` is a plural name. */
  readonly setCreator: (conditions: Conditions, type: string, documentIds: readonly string[]) => Promise<void>;
  /** Sends a request as the caller and as an administrator of the copy; fails unless the answers are equal. */
  readonly expectSame: (conditions: Conditions, url: string, headers?: Call['headers']) => Promise<Reply>;
}

/** Adds the index of the row to each table row. */
export const withIndex = (rows: readonly (readonly [string, Conditions])[]) =>
  rows.map(([what, conditions], index) => [what, conditions, index] as const);

/** How many queries each condition is tried with. */
const queriesPerCondition = lengthOf('LECTERN_WORLDS', { short: 1, long: 10 });

/** The golden ratio: its multiples modulo 1 are spread evenly, however many there are. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Chooses some of the queries for the condition with this index. All conditions together choose each query about
 * equally often. They keep their order, because queries for one version share a copy of the database.
 */
export const sample = <T>(queries: readonly T[], index: number): readonly T[] => {
  if (queriesPerCondition >= queries.length) return queries;
  const chosen = Array.from({ length: queriesPerCondition }, (_, step) =>
    Math.floor((((index * queriesPerCondition + step) * goldenRatio) % 1) * queries.length),
  );
  return queries.filter((_, place) => chosen.includes(place));
};

const actions = ['find', 'findOne', 'create', 'update', 'delete', 'publish'];

/** All actions on all types; `find` and `findOne` under their conditions. */
export const permissionsOf = (schema: Schema, conditions: Conditions): readonly Permission[] =>
  [...schema.served.values()].flatMap(({ uid, singularName }) =>
    actions.map((action) => ({
      action: `${uid}.${action}`,
      ...(action === 'find' || action === 'findOne' ? conditions[singularName] : {}),
    })),
  );

/** The query parameters that select the version. */
const versionQueryOf = (url: string): string => {
  const parameters = new URLSearchParams(url.split('?')[1] ?? '');
  const versionParameters = ['status', 'locale', 'fallbackLocale'].flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  return new URLSearchParams(versionParameters).toString();
};

/** Sorts lists that lookups returned, because they have no order yet. */
const sortLookups = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) {
    const list = value.map((one) => sortLookups(one));
    return name.startsWith('_') ? list.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) : list;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sortLookups(inner, key)]));
};

/** The collection that is not copied, because the copy has its own tokens. */
const tokensCollection = 'lectern_tokens';

let users = 0;

/** Where the conditions are: in the role of a user, or in `canRead` of project code, for a full-access token. */
export type ConditionPlace = 'role' | 'code';

/** The conditions of callers by their id, as `canRead` returns them. */
const conditionsByCaller = new Map<string, Conditions>();

const toFilter = ({ own, filters }: Condition, user: string): Readonly<Record<string, unknown>> => ({
  ...filters,
  ...(own === true ? { createdBy: { documentId: user } } : {}),
});

/** The user who created the documents that a token sees as its own. */
const tokenUser = 'of-the-token'.padEnd(24, '0');

const projectOf = (schema: Schema): Extension => ({
  types: Object.fromEntries(
    [...schema.served.values()].map(({ uid, singularName }) => [
      uid,
      {
        canRead: ({ caller }) => {
          const condition = conditionsByCaller.get(caller.id)?.[singularName];
          return condition === undefined || toFilter(condition, tokenUser);
        },
      },
    ]),
  ),
});

/** Serves the database and its copy for the calling test file. */
export const worldsOf = (schema: Schema, place: ConditionPlace = 'role'): Worlds => {
  const api = place === 'role' ? createApi(schema) : createProjectApi(schema, projectOf(schema));
  const copy = createApi(schema);
  /** The conditions and versions that the copy was made for; empty if the copy is out of date. */
  let copiedKey = '';
  let stored: ReadonlyMap<string, readonly Document[]> | undefined;
  const found = new Map<string, readonly string[]>();
  const changed = (): void => {
    copiedKey = '';
    stored = undefined;
    found.clear();
  };
  const writing =
    <Args extends readonly unknown[]>(write: (...args: Args) => Promise<Reply>) =>
    (...args: Args): Promise<Reply> => {
      changed();
      return write(...args);
    };
  const fullApi: Api = {
    ...api,
    request: writing(api.request),
    post: writing(api.post),
    put: writing(api.put),
    delete: writing(api.delete),
  };
  const known = new Map<string, TestUser>();

  const someone: Worlds['someone'] = async (permissions) => {
    stored = undefined;
    const service = fullApi.service();
    const name = `user${users++}`;
    const target = (uid: string) =>
      ({ type: typeOf(schema, uid), locale: null, status: 'published', hooks: undefined }) as const;
    const role = await createDocument(service, target(builtInUids.role), { name, type: name, permissions });
    const data = { username: name, email: `${name}@example.org`, role: role.documentId };
    const user = await createDocument(service, target(builtInUids.user), data);
    const token = await service.access.sessions.issue(user.published?.id ?? 0, 3600);
    return { user: user.documentId, call: { as: { token } } };
  };

  const userFor = async (conditions: Conditions): Promise<TestUser> => {
    const key = JSON.stringify(conditions);
    const found =
      known.get(key) ?? (await (place === 'role' ? someone(permissionsOf(schema, conditions)) : token(conditions)));
    known.set(key, found);
    return found;
  };

  /** A full-access token that project code restricts. */
  const token = async (conditions: Conditions): Promise<TestUser> => {
    const { id, accessKey } = await createToken(api.service(), { name: `token${users++}`, type: 'full-access' });
    conditionsByCaller.set(`token ${id}`, conditions);
    return { user: tokenUser, call: { as: { token: accessKey } } };
  };

  const callerWith = (conditions: Conditions, user: string): Caller => {
    if (place === 'role') {
      const permissions = permissionsOf(schema, conditions);
      const allowed = new Map(permissions.map(({ action, ...condition }) => [action, condition] as const));
      return { id: user, kind: 'user', allowed, view: '', user };
    }
    const canRead = new Map(
      [...schema.served.values()].flatMap(({ uid, singularName }) => {
        const condition = conditions[singularName];
        return condition === undefined ? [] : [[uid, [{ name: '', filter: toFilter(condition, user) }]] as const];
      }),
    );
    return { id: 'x', kind: 'token', allowed: 'everything', view: '', restricted: { canRead, canWrite: new Map() } };
  };

  /** The documentIds that the administrator finds at a URL, cached until the next write. */
  const find = async (url: string): Promise<readonly string[]> => {
    const before = found.get(url);
    if (before !== undefined) return before;
    const { status, body } = await fullApi.get(url);
    if (status !== 200 && status !== 404) throw new Error(JSON.stringify(body));
    const documentIds = ([body.data ?? []].flat() as readonly { documentId: string }[]).map((one) => one.documentId);
    found.set(url, documentIds);
    return documentIds;
  };

  /** The documents of a type that match the condition, each with its locale. */
  const visibleKeys = async (type: ContentType, { own, filters }: Condition, versions: string, user: string) => {
    const all = new Set<string>();
    const locales = type.localized ? [...(await fullApi.service().locales.known()).codes] : [undefined];
    const ownDocuments = ((await documents()).get(type.collectionName) ?? []).filter(
      ({ createdBy }) => createdBy === user,
    );
    for (const locale of locales) {
      const parameters = new URLSearchParams(versions);
      if (locale !== undefined) {
        parameters.set('locale', locale);
        parameters.delete('fallbackLocale');
      }
      const queryText = `${parameters.toString()}&${stringify({ filters }, { encodeValuesOnly: true })}&pagination[pageSize]=100`;
      const path = type.kind === 'singleType' ? type.singularName : type.pluralName;
      for (const one of await find(`/api/${path}?${queryText}`))
        if (own !== true || ownDocuments.some(({ documentId }) => documentId === one))
          all.add(`${one} ${locale ?? ''}`);
    }
    return all;
  };

  /** All documents of the database by collection, cached until the next write. */
  const documents = async (): Promise<ReadonlyMap<string, readonly Document[]>> => {
    if (stored !== undefined) return stored;
    const db = await api.service().database.get();
    const names = (await db.listCollections().toArray())
      .map(({ name }) => name)
      .filter((one) => one !== tokensCollection);
    const read = async (name: string) =>
      [name, await db.collection(name).find({}, { promoteValues: false }).toArray()] as const;
    stored = new Map(await Promise.all(names.map(read)));
    return stored;
  };

  /** The ids that each collection of the copy holds: an equal set is not written again. */
  const copiedIds = new Map<string, string>();

  const prepare = async (conditions: Conditions, versions: string, user: string): Promise<void> => {
    const key = JSON.stringify([conditions, versions]);
    if (key === copiedKey) return;
    const db = await copy.service().database.get();
    if (copiedKey === '') {
      copiedIds.clear();
      for (const { name } of await db.listCollections().toArray())
        if (name !== tokensCollection) await db.collection(name).deleteMany({});
    }
    copiedKey = key;
    for (const [name, all] of await documents()) {
      const type = [...schema.served.values()].find(({ collectionName }) => collectionName === name);
      const condition = type === undefined ? undefined : conditions[type.singularName];
      const visible =
        type === undefined || condition === undefined ? undefined : await visibleKeys(type, condition, versions, user);
      const documentsToCopy = all.filter(
        ({ documentId, locale }) => visible?.has(`${String(documentId)} ${String(locale ?? '')}`) ?? true,
      );
      const ids = documentsToCopy.map(({ _id }) => String(_id)).join(' ');
      if (ids === (copiedIds.get(name) ?? '')) continue;
      copiedIds.set(name, ids);
      await db.collection(name).deleteMany({});
      if (documentsToCopy.length > 0) await db.collection(name).insertMany([...documentsToCopy]);
    }
    copy.service().locales.clearCache();
  };

  /** When a step finds too many targets, the plan uses lookups instead; the result must be the same. */
  const expectSameWithLookups = async (conditions: Conditions, url: string, user: string): Promise<void> => {
    const [path = '', text = ''] = url.split('?');
    const [, , plural = '', more] = path.split('/');
    const type = schema.served.get(plural);
    if (type === undefined || type.kind === 'singleType' || more !== undefined) return;
    const service = fullApi.service();
    const caller = callerWith(conditions, user);
    const context = { ...service, locales: await service.locales.known() };
    const query = readQuery(text, type, caller, context);
    const ask = queryRunner({ db: await service.database.get(), options: {} });
    const every = new Set(Array.from({ length: 60 }, (_, step) => step));
    const [withSteps, withLookups] = [
      await runPlan(ask, (unresolved) => planList(query, schema, unresolved)),
      await runPlan(ask, () => planList(query, schema, every)),
    ];
    expect(sortLookups(withLookups), `${url}, streamed`).toEqual(sortLookups(withSteps));
  };

  return {
    fullApi,
    someone,
    setCreator: async (conditions, type, documentIds) => {
      const createdBy = (await userFor(conditions)).user;
      const { collectionName } = schema.served.get(type) ?? { collectionName: '' };
      const db = await fullApi.service().database.get();
      await db
        .collection(collectionName)
        .updateMany({ documentId: { $in: [...documentIds] } }, { $set: { createdBy } });
      changed();
    },
    expectSame: async (conditions, url, headers = {}) => {
      const { user, call } = await userFor(conditions);
      await prepare(conditions, versionQueryOf(url), user);
      const [reply, copyReply] = [await fullApi.get(url, { ...call, headers }), await copy.get(url, { headers })];
      expect({ status: reply.status, body: reply.body }, url).toEqual({
        status: copyReply.status,
        body: copyReply.body,
      });
      if (reply.status === 200) await expectSameWithLookups(conditions, url, user);
      return reply;
    },
  };
};

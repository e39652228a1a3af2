// On every route with a body, naming a hidden file or document gets the same answer as naming an absent one.
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultPermissions, permissionsIn, type Permission } from '../../lib/platform/access/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { createDocument } from '../../lib/write/documents/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { freshFolder } from '../media/files.ts';
import { createApi, testConfig, type Call, type Reply } from '../setup/api.ts';
import { requestThroughGraphql, toGraphqlCall } from '../graphql/throughGraphql.ts';
import { requestThroughTools, toToolCall } from '../mcp/throughTools.ts';
import { addMember, addFileRecord, addRole, type Ids } from '../setup/accounts.ts';
import { setPermissions } from '../setup/users.ts';
import { attempts, routesWithBody, type Attempt, type Target, type WrittenDocuments } from './hidden/attempts.ts';
import { comparable } from './hidden/compare.ts';
import { findsFiles, schema } from './hidden/site.ts';
import { credentials, isReading } from './matrix/credentials.ts';

const folder = await freshFolder();
const api = createApi(schema, {
  ...testConfig,
  auth: { ...testConfig.auth, registerFields: ['avatar', 'idol'] },
  upload: { ...testConfig.upload, folder },
});

const all = [...permissionsIn({ schema })];
const allExceptFindFiles = all.filter((name) => !name.startsWith('plugin::upload.content-api.find'));
const ownable = /^(?:api::\S+|plugin::users-permissions\.user)\.(?:find|findOne|update|delete|publish)$/;

interface TestCaller {
  readonly as: NonNullable<Call['as']> | null;
  /** Whether the caller has a permission; undefined if the credentials are invalid. */
  readonly holds: ((permission: string) => boolean) | undefined;
  /** The permissions of the public during the request. */
  readonly opened: readonly Permission[];
  readonly isToken: boolean;
  /** The caller may read and write only documents that they created. */
  readonly ownOnly: boolean;
}

const named = (names: readonly string[]): readonly Permission[] => names.map((action) => ({ action }));
const opened: Readonly<Record<'closed' | 'reading' | 'open', readonly Permission[]>> = {
  closed: defaultPermissions.public,
  reading: named(all.filter(isReading)),
  open: named(all),
};

const callers = new Map<string, TestCaller>();
const absent: Ids = { id: 999_999, documentId: 'absent0123456789absent01' };
let documents: WrittenDocuments;

const idsOf = ({ documentId, draft, published }: StoredDocument): Ids => ({
  documentId,
  id: (published ?? draft)?.id ?? 0,
});
const make = async (uid: string, data: object, more: { by?: string; status?: 'draft' } = {}): Promise<Ids> => {
  const target = { type: typeOf(schema, uid), locale: null, status: 'published', hooks: undefined, ...more } as const;
  return idsOf(await createDocument(api.service(), target, data));
};

beforeAll(async () => {
  const service = api.service();
  for (const [name, { site, make, holds, isUser }] of Object.entries(credentials)) {
    const as = (await make(service, all)) ?? null;
    const isToken = as !== null && isUser !== true;
    callers.set(name, { as, holds, opened: opened[site], isToken, ownOnly: false });
  }
  const defaults = { opened: opened.closed, isToken: false, ownOnly: false };
  const holds = (name: string): boolean => allExceptFindFiles.includes(name);
  const some = all.filter((name) => /\.(?:find|create)$/.test(name) && name !== findsFiles);
  const owner = await addMember(
    service,
    allExceptFindFiles.map((action) => ({ action, ...(ownable.test(action) ? { own: true } : {}) })),
  );
  const others: Readonly<Record<string, TestCaller>> = {
    'no credentials, the public may do everything but find files': {
      ...{ ...defaults, as: null, holds, opened: named(allExceptFindFiles) },
    },
    'a user who may do everything but find files': {
      ...defaults,
      ...(await addMember(service, named(allExceptFindFiles))),
      holds,
    },
    'a user who may find and create': {
      ...{ ...defaults, ...(await addMember(service, named(some))) },
      holds: (name) => some.includes(name),
    },
    'a user who may do everything to their own documents': { ...defaults, ...owner, holds, ownOnly: true },
  };
  for (const [name, one] of Object.entries(others)) callers.set(name, one);

  const by = owner.documentId;
  const user = await make('plugin::users-permissions.user', { username: 'there', email: 'there@example.org' }, { by });
  await make('api::home.home', { title: 'home' }, { by });
  const role = idsOf(await addRole(service, 'The changed role', []));
  documents = { post: await make('api::post.post', { title: 'mine' }, { by }), user, role };
});

/** Creates a new target for each attempt, because a target that was related once stays related. */
const makeTarget: Readonly<Record<Target, () => Promise<Ids>>> = {
  file: () => addFileRecord(api.service(), 'hidden'),
  person: () => make('api::person.person', { name: 'hidden' }),
  draft: () => make('api::post.post', { title: 'hidden' }, { status: 'draft' }),
  post: () => make('api::post.post', { title: 'hidden' }),
  value: () => addFileRecord(api.service(), 'hidden'),
};

/** Whether the caller may see the target. */
const mayName = (target: Target, { holds, ownOnly, isToken }: TestCaller): boolean => {
  if (holds === undefined || target === 'value') return false;
  if (target === 'file') return holds(findsFiles);
  if (ownOnly) return false;
  if (target === 'post') return true;
  if (target === 'person') return holds('api::person.person.find');
  return holds('api::post.post.find') && (isToken || holds('api::post.post.update'));
};

/** Whether the caller may use the route, whatever the body names. */
const isAllowed = ({ needs }: Attempt, { holds }: TestCaller): boolean =>
  holds !== undefined && needs.every((permission) => holds(permission));

const through =
  (request: typeof requestThroughTools) =>
  async (method: string, url: string, call: Call): Promise<Reply> => {
    const reply = await request(api.service(), api.request)(method, url, call);
    if (reply === undefined) throw new Error(`it does not send ${method} ${url}`);
    return reply;
  };

const ways = {
  REST: api.request,
  'a tool': through(requestThroughTools),
  GraphQL: through(requestThroughGraphql),
} as const;
type Way = keyof typeof ways;

let open: readonly Permission[] = [];
const ask = async (
  { method, url, body, isForm, way }: Case,
  ref: string | number,
  { as, opened }: TestCaller,
): Promise<Reply> => {
  if (open !== opened) await setPermissions(api, 'public', opened);
  open = opened;
  const form = { isBase64Encoded: true, headers: { 'Content-Type': 'multipart/form-data; boundary=part' } };
  return ways[way](method, url(documents), { as, body: body(ref, documents), ...(isForm === true ? form : {}) });
};

interface Case extends Attempt {
  readonly row: string;
  readonly method: string;
  readonly way: Way;
  /** Whether it is the first attempt of its route that needs these permissions. */
  readonly isFirst: boolean;
}

const anyDocuments: WrittenDocuments = { post: absent, user: absent, role: absent };

/** The ways that can send the attempt. */
const waysOf = ({ url, body, isForm }: Attempt, method: string): readonly Way[] => {
  const parts = [schema, method, url(anyDocuments), body(absent.documentId, anyDocuments)] as const;
  return [
    'REST',
    ...(isForm !== true && toToolCall(...parts) !== undefined ? (['a tool'] as const) : []),
    ...(isForm !== true && toGraphqlCall(...parts) !== undefined ? (['GraphQL'] as const) : []),
  ];
};

const cases = Object.entries(attempts).flatMap(([row, some]) =>
  some.flatMap((attempt, index): readonly Case[] => {
    const isFirst = some.findIndex(({ needs }) => needs.join() === attempt.needs.join()) === index;
    const method = row.split(' ')[0] ?? '';
    return waysOf(attempt, method).map((way) => ({ ...attempt, row, method, isFirst, way }));
  }),
);

describe('a hidden file or document', () => {
  it('is tried on every route that may have a body, unless the route names none', () => {
    expect(Object.keys(attempts).sort()).toEqual([...routesWithBody].sort());
  });

  it.each(cases)('gets the answer of an absent one in $row, by $way: $name', async (attempt) => {
    const { target, by, way } = attempt;
    const hidden = await makeTarget[target]();
    const isVisible = (one: TestCaller): boolean => isAllowed(attempt, one) && mayName(target, one);
    const compared: string[] = [];
    // Agents have credentials.
    const asking = [...callers].filter(([, { as }]) => way !== 'a tool' || as !== null);
    for (const [name, one] of asking) {
      // Lectern refuses a caller without the permission before it reads the body, so one attempt is enough.
      if (isVisible(one) || (!isAllowed(attempt, one) && !attempt.isFirst)) continue;
      const [reply, other] = [await ask(attempt, hidden[by], one), await ask(attempt, absent[by], one)];
      expect(comparable(reply, [hidden[by]]), name).toEqual(comparable(other, [absent[by]]));
      if (isAllowed(attempt, one)) compared.push(name);
      // A tool does not know a type on which the caller has no permission.
      else expect(way === 'a tool' ? [400, 401, 403] : [401, 403], name).toContain(reply.status);
    }
    expect(compared).not.toEqual([]);
    // The request itself is valid: it succeeds for a caller who may see the target.
    for (const [name, one] of asking.filter(([, one]) => isVisible(one)).slice(0, 1))
      expect((await ask(attempt, hidden[by], one)).status < 300, name).toBe(attempt.isBroken !== true);
  });
});

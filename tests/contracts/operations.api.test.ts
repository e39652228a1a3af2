// The operations of contracts take what their contract declares, and nothing else.
import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../lib/contracts/index.ts';
import { sessionContract } from '../../lib/accounts/sessions/contract.ts';
import { editorSignInContract, memberSignInContract } from '../../lib/accounts/signIn/contract.ts';
import { userContract } from '../../lib/accounts/users/contract.ts';
import { loginTestUser } from '../../cli/testing/testUsers.ts';
import { allContracts } from '../../lib/allContracts.ts';
import {
  completeUploadContract,
  fileContract,
  fileStorageContract,
  uploadContract,
} from '../../lib/media/records/contract.ts';
import { createApi, schemaOf, typeFile } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

const drafts = { draftAndPublish: true, review: ['writing', 'ready'] };
const api = createApi(schemaOf({ 'book.json': typeFile('book', { title: { type: 'string' } }, { options: drafts }) }));
let administrator: { readonly token: string };
beforeAll(async () => {
  inPaths.documentId = await api.create('/api/books?status=draft', { title: 'A book' });
  administrator = { token: (await loginTestUser(api.service(), { role: 'administrator' })).jwt };
});

/** The address of an operation, with what its query must have. */
const addressOf = (path: string, requiredQuery: readonly string[] = [], more: readonly string[] = []): string =>
  `${urlOf(path)}?${[...requiredQuery.map((name) => `${name}=${book}`), ...more].join('&')}`;

const urlOf = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => inPaths[name] ?? '1');

/** A caller who may use the route: an API token has full access to content, but no user. */
const callerOf = (path: string, access: Contract['access']) => {
  if (path.startsWith('/admin')) return { as: { token: secrets.owner } };
  return access === 'editor' ? { as: administrator } : {};
};

const book = 'api::book.book';
const inPaths: Record<string, string> = { uid: book, contentType: 'books' };

/** Strapi's own, which read their queries and bodies in Strapi's way. */
const answeredByCode: readonly Contract[] = [
  completeUploadContract,
  fileContract,
  fileStorageContract,
  uploadContract,
  editorSignInContract,
  memberSignInContract,
  sessionContract,
  userContract,
];

const contracts: readonly Contract[] = allContracts.filter((one) => !answeredByCode.includes(one));

const operations = contracts.flatMap(({ path: base, operations: all, ignoresQuery, envelope, access }) =>
  Object.entries(all).map(([name, operation]) => {
    const path = `${base}${operation.path ?? ''}`;
    return { ...operation, name, path, ignoresQuery, envelope, access };
  }),
);

it.each(
  operations.filter(({ ignoresQuery, documentQuery }) => ignoresQuery === undefined && documentQuery === undefined),
)('$name refuses an unknown parameter', async ({ method, path, access, requiredQuery }) => {
  const { status, body } = await api.request(
    method,
    addressOf(path, requiredQuery, ['nothing=1']),
    callerOf(path, access),
  );
  expect([status, body.error.message]).toEqual([400, 'Invalid key nothing']);
});

it.each(
  operations.filter(
    ({ documentQuery, method, paged }) => documentQuery === true && method === 'GET' && paged === undefined,
  ),
)('$name ignores a page, as a read of one document does', async ({ method, path, access }) => {
  const url = urlOf(path);
  const { status, body } = await api.request(method, url, callerOf(path, access));
  const withPage = await api.request(method, `${url}?pagination[pageSize]=0`, callerOf(path, access));
  expect([withPage.status, withPage.body]).toEqual([status, body]);
});

/** The items of lists are checked one by one. */
const isList = ({ body }: (typeof operations)[number]): boolean => body?.type === 'array';

it.each(operations.filter((one) => one.method !== 'GET' && !isList(one)))(
  '$name refuses what its body does not have',
  async ({ method, path, access, envelope, requiredQuery, body: declared }) => {
    const values = { nothing: 1 };
    const sent = envelope === undefined || declared === undefined ? values : { data: values };
    const { status, body } = await api.request(method, addressOf(path, requiredQuery), {
      ...callerOf(path, access),
      body: sent,
    });
    const refused = `Invalid key nothing${envelope === 'named' ? ' at data' : ''}`;
    const expected = declared === undefined ? 'This request takes no body' : refused;
    expect([status, body.error.message]).toEqual([400, expected]);
  },
);

it.each(operations.filter(({ paged }) => paged !== undefined))(
  '$name refuses pages that do not exist',
  async ({ method, path, access, paged, requiredQuery }) => {
    const faulty = paged === 'page' ? ['page=0', 'page=x'] : ['cursor=-'];
    for (const one of ['pageSize=0', 'pageSize=101', 'pageSize=x', ...faulty]) {
      const [name = '', value = ''] = one.split('=');
      const url = addressOf(path, requiredQuery, [`pagination[${name}]=${value}`]);
      const { status, body } = await api.request(method, url, callerOf(path, access));
      expect([one, status, body.error.details.path]).toEqual([one, 400, name]);
    }
  },
);

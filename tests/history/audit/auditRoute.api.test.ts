// Checks who may read the audit log, and what its filters and cursors return.
import { ObjectId } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditCollection, makeAuditRow, type AuditEntry } from '../../../lib/platform/audit/index.ts';
import { createApi, testConfig, type Call } from '../../setup/api.ts';
import { addMember, type Member } from '../../setup/accounts.ts';
import { secrets } from '../../setup/secrets.ts';
import { library } from '../../write/documents/library.ts';

const api = createApi(library, testConfig);
const owner = { token: secrets.owner };
const url = '/admin/audit';

const day = (number: number, hour = 0): Date => new Date(Date.UTC(2026, 0, number, hour));
const book = { type: 'api::book.book', documentId: 'b1', locale: 'en' };

const entries: readonly (readonly [Date, AuditEntry])[] = [
  [day(1), { action: 'login.succeeded', target: { type: 'user', documentId: 'maud' }, actor: 'maud' }],
  [day(2), { action: 'content.create', target: book, actor: 'maud' }],
  [day(3), { action: 'content.update', target: book, actor: 'token 3', changed: ['title'] }],
  [day(3), { action: 'content.update', target: { ...book, documentId: 'b2' }, actor: 'maud' }],
  [day(4), { action: 'login.failed', target: { type: 'user' }, actor: 'public' }],
  [day(5), { action: 'token.create', target: { type: 'token', id: '3', name: 'site' }, actor: 'owner' }],
];

let reader: Member;

beforeAll(async () => {
  await api.createAllIndexes();
  const service = api.service();
  reader = await addMember(service, [{ action: 'admin::audit.read' }]);
  const rows = auditCollection(await service.database.get());
  await api.get(url);
  await rows.deleteMany({});
  await rows.insertMany(
    entries.map(([at, entry], index) =>
      makeAuditRow(service, entry, { at, _id: new ObjectId(`${index}`.padStart(24, '0')), initiator: undefined }),
    ),
  );
});

/** The numbers of the rows in an answer. */
const listed = async (query: string, call: Call = { as: owner }): Promise<readonly number[]> => {
  const { status, body } = await api.get(`${url}${query}`, call);
  expect([status, body.error]).toEqual([200, undefined]);
  return (body.data as { id: string }[]).map(({ id }) => Number(id));
};

describe('the audit log', () => {
  it('is for the owner token, and for users with its permission', async () => {
    expect(await listed('')).toHaveLength(6);
    expect(await listed('', { as: reader.as })).toHaveLength(6);
    const other = await addMember(api.service(), [
      { action: 'admin::api-tokens.manage' },
      { action: 'admin::webhooks.manage' },
    ]);
    const callers = [null, 'full-access', 'read-only', other.as, { token: 'x' }] as const;
    const replies = await Promise.all(callers.map((as) => api.get(url, { as })));
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 401]);
    for (const { body } of replies) expect(body.data).toBeNull();
  });

  it('cannot be changed', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await api.request(method, url, { as: owner, body: {} })).status).toBe(405);
  });

  it('has rows of one form', async () => {
    const { body } = await api.get(`${url}?actor=token%203`, { as: owner });
    expect(body.data).toEqual([
      {
        ...{ id: '000000000000000000000002', at: '2026-01-03T00:00:00.000Z', action: 'content.update' },
        ...{ actor: 'token 3', address: null, requestId: null, target: book, changed: ['title'], count: 1 },
      },
    ]);
    expect(body.meta).toEqual({ pagination: { pageSize: 25, nextCursor: null } });
  });

  it.each([
    ['', [5, 4, 3, 2, 1, 0]],
    ['?actor=maud', [3, 1, 0]],
    ['?actor=', [5, 4, 3, 2, 1, 0]],
    ['?action=content.update', [3, 2]],
    ['?action=login', [4, 0]],
    ['?type=token', [5]],
    ['?type=api::book.book&documentId=b1', [2, 1]],
    ['?documentId=b2', [3]],
    ['?from=2026-01-03&to=2026-01-05', [4, 3, 2]],
    ['?from=2026-01-03T01:00:00Z', [5, 4]],
    ['?to=2026-01-01T00:00:00%2B00:00', []],
    ['?actor=maud&action=content&from=2026-01-02', [3, 1]],
  ])('%s', async (query, rows) => {
    expect(await listed(query)).toEqual(rows);
  });

  it.each([1, 2, 4])('is read in pages of %s, also rows of one moment', async (pageSize) => {
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = `pagination[pageSize]=${pageSize}&pagination[cursor]=${cursor}`;
      const { body } = await api.get(`${url}?${query}`, { as: owner });
      expect(body.data.length).toBeLessThanOrEqual(pageSize);
      seen.push(...(body.data as { id: string }[]).map(({ id }) => Number(id)));
      cursor = body.meta.pagination.nextCursor as string | null;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1, 0]);
  });

  it.each([
    ['?action=content.updated', 'action'],
    ['?action=cont', 'action'],
    ['?from=yesterday', 'from'],
    ['?to=2026-13-01', 'to'],
    ['?to=2026-01-01T00:00:00', 'to'],
    ['?actor=a&actor=b', 'actor'],
  ])('refuses %s', async (query, path) => {
    const { status, body } = await api.get(`${url}${query}`, { as: owner });
    expect([status, body.error.details.key ?? body.error.details.path]).toEqual([400, path]);
  });

  it('reads each filter from an index', async () => {
    const rows = auditCollection(await api.service().database.get());
    for (const filter of [{}, { actor: 'maud' }, { action: 'login.failed' }, { 'target.type': 'token' }] as const) {
      const plan = await rows.find(filter).sort({ at: -1, _id: -1 }).explain('queryPlanner');
      expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toMatch(/"SORT"|COLLSCAN/);
    }
  });
});

it('a row says until when it is kept, and an index removes it then', async () => {
  const service = api.service();
  const rows = auditCollection(await service.database.get());
  const [row] = await rows.find({ action: 'token.create' }).toArray();
  expect(row?.until).toEqual(new Date(day(5).getTime() + 90 * 24 * 3_600_000));
  expect(await rows.indexes()).toContainEqual(expect.objectContaining({ key: { until: 1 }, expireAfterSeconds: 0 }));
});

// Checks that each change of a document leaves a row in the audit log, which the relay makes of its event.
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { relayUntilIdle } from '../../../lib/events/relay/index.ts';
import { findPendingDocuments } from '../../../lib/events/relay/pendingDocuments.ts';
import { recordEvents } from '../../../lib/history/audit/index.ts';
import { auditCollection, type AuditRow } from '../../../lib/platform/audit/index.ts';
import type { Extension } from '../../../lib/platform/extensions/index.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { createApi, createProjectApi, testConfig, type Api } from '../../setup/api.ts';
import { addMember, type Member } from '../../setup/accounts.ts';

const { schema } = await loadSchema(join('tests', 'schemas', 'atlas'));
const api = createApi(schema, testConfig);

const rowsOf = async (one: Api): Promise<readonly AuditRow[]> => {
  await relayUntilIdle(one.service(), 10_000);
  return auditCollection(await one.service().database.get())
    .find({ 'target.type': /^(?:api|plugin::upload)/ })
    .sort({ at: 1, _id: 1 })
    .toArray();
};

let editor: Member;
let place: string;

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
  const actions = ['create', 'update', 'publish', 'delete', 'find', 'findOne'];
  editor = await addMember(
    api.service(),
    actions.map((action) => ({ action: `api::place.place.${action}` })),
  );
});

beforeEach(async () => {
  await relayUntilIdle(api.service(), 10_000);
  await auditCollection(await api.service().database.get()).deleteMany({});
});

const url = (rest = ''): string => `/api/places/${place}${rest}`;
const act = (name: string) => api.request('POST', url(`/actions/${name}`), { as: editor.as });

type Row = readonly [action: string, changed?: readonly string[]];

/** In order: each changes what the one before it left. */
const changes: readonly (readonly [what: string, change: () => Promise<unknown>, rows: readonly Row[]])[] = [
  [
    'a draft is created',
    async () => {
      place = await api.create('/api/places?status=draft', { name: 'hidden text' }, { as: editor.as });
    },
    [['content.create']],
  ],
  [
    'a draft is changed',
    () => api.put(url('?status=draft'), { name: 'hidden text 2' }, { as: editor.as }),
    [['content.update', ['name']]],
  ],
  ['a draft is published', () => act('publish'), [['content.publish', []]]],
  [
    'both versions are changed',
    () => api.put(url(), { name: 'hidden text 3' }, { as: editor.as }),
    [
      ['content.update', ['name']],
      ['content.publish', ['name']],
    ],
  ],
  ['it is unpublished', () => act('unpublish'), [['content.unpublish', []]]],
  ['it is published again', () => act('publish'), [['content.publish', []]]],
  [
    'its draft is changed',
    () => api.put(url('?status=draft'), { name: 'hidden text 4' }, { as: editor.as }),
    [['content.update', ['name']]],
  ],
  ['its draft is discarded', () => act('discard-draft'), [['content.discard', ['name']]]],
  [
    'a locale is added',
    () => api.put(url('?status=draft&locale=fr'), { name: 'hidden text 5' }, { as: editor.as }),
    [['content.create']],
  ],
  [
    'a locale is deleted',
    () => api.delete(url('?locale=fr'), { as: editor.as, headers: { 'x-request-id': '$documentId' } }),
    [['content.delete']],
  ],
  [
    'the locale is added again',
    () => api.put(url('?status=draft&locale=fr'), { name: 'hidden text 6' }, { as: editor.as }),
    [['content.create']],
  ],
  [
    'it is deleted in both locales',
    () => api.delete(url('?locale=*'), { as: editor.as }),
    [['content.delete'], ['content.delete']],
  ],
  [
    'one locale is restored',
    () => api.request('POST', `/api/trash/api::place.place/${place}/restore?locale=en`, { as: editor.as }),
    [['content.restore'], ['content.publish']],
  ],
  [
    'the other one is deleted for good',
    () => api.request('DELETE', `/api/trash/api::place.place/${place}?locale=fr`, { as: editor.as }),
    [['content.erase']],
  ],
];

describe('a row is left when', () => {
  it.each(changes)('%s', async (_, change, expected) => {
    await change();
    const rows = await rowsOf(api);
    expect(rows.map(({ action, changed }) => [action, ...(changed === undefined ? [] : [changed])])).toEqual(expected);
    for (const row of rows)
      expect(row).toMatchObject({
        ...{
          actor: editor.documentId,
          address: '127.0.0.1',
          requestId: expect.stringMatching(/^(?:test|\$documentId)$/),
        },
        target: { type: 'api::place.place', documentId: place, locale: expect.stringMatching(/^(?:en|fr)$/) },
      });
    expect(JSON.stringify(rows)).not.toContain('hidden');
  });

  it('a bulk request writes documents: one row for each', async () => {
    const data = ['a', 'b', 'c'].map((name) => ({ create: { data: { name } } }));
    await api.post('/api/places/actions/bulk?status=draft', data);
    const rows = await rowsOf(api);
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ...Array.from({ length: 3 }, () => ['content.create', 'token 1']),
    ]);
    expect(new Set(rows.map(({ target }) => target.documentId)).size).toBe(3);
  });
});

describe('a relay that dies', () => {
  it('after it stored the rows, and before it removed the events, doubles none', async () => {
    const service = api.service();
    const [one, two] = [await api.create('/api/places', { name: 'x' }), await api.create('/api/places', { name: 'y' })];
    const db = await service.database.get();
    // What the relay does first. The second row is already there.
    const found = await findPendingDocuments(db, schema, 100);
    await recordEvents(service, db, found.slice(0, 1));
    await recordEvents(service, db, found);
    const before = await auditCollection(db).find().sort({ _id: 1 }).toArray();
    expect((await rowsOf(api)).map(({ action, target }) => [action, target.documentId])).toEqual(
      [one, two].flatMap((id) => ['content.create', 'content.publish'].map((action) => [action, id])),
    );
    expect(await auditCollection(db).find().sort({ _id: 1 }).toArray()).toEqual(before);
  });
});

describe('an event handler of the project', () => {
  const handler: Extension = {
    on: {
      'entry.publish': async ({ document, documents }) => {
        if (document.name === 'one') await documents.asSystem.create('api::place.place', { name: 'two' });
      },
    },
  };
  const project = createProjectApi(schema, handler, testConfig);

  it('is the actor "code"', async () => {
    await project.create('/api/places', { name: 'one' });
    // The handler writes after the first round.
    await rowsOf(project);
    const rows = await rowsOf(project);
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ...[
        ['content.create', 'token 1'],
        ['content.publish', 'token 1'],
      ],
      ['content.create', 'code'],
    ]);
  });
});

describe('a site that records nothing', () => {
  const silent = createApi(schema, { ...testConfig, audit: { days: 0 } });

  it('stores no row, and nothing for one in the documents', async () => {
    await silent.create('/api/places', { name: 'one' });
    const db = await silent.service().database.get();
    const stored = await db.collection('places').findOne({});
    expect(stored?.pending).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/audit|127\.0\.0\.1/);
    expect(await rowsOf(silent)).toEqual([]);
  });
});

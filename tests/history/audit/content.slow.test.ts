// Checks that each change of a document leaves a row in the audit log, which the relay makes of its event.
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Worker } from '../../../lib/background/index.ts';
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
  await new Worker(one.service()).runUntilIdle(10_000);
  return auditCollection(await one.service().database.get())
    .find({ 'target.type': /^(?:api|plugin::upload)/ })
    .sort({ at: 1, _id: 1 })
    .toArray();
};

let editor: Member;
let place = '';

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
  const actions = ['create', 'update', 'publish', 'delete', 'find', 'findOne'];
  editor = await addMember(
    api.service(),
    actions.map((action) => ({ action: `api::place.place.${action}` })),
  );
});

beforeEach(async () => {
  await new Worker(api.service()).runUntilIdle(10_000);
  await auditCollection(await api.service().database.get()).deleteMany({});
});

/** In order: each changes what the one before it left. `@` is the document; a row ends with what changed, if it says so. */
const changes: readonly (readonly [
  what: string,
  request: string,
  name: string | undefined,
  rows: readonly string[],
])[] = [
  ['a draft is created', 'POST /api/places?status=draft', 'hidden text', ['content.create']],
  ['a draft is changed', 'PUT /api/places/@?status=draft', 'hidden text 2', ['content.update: name']],
  ['a draft is published', 'POST /api/places/@/actions/publish', undefined, ['content.publish: ']],
  [
    'both versions are changed',
    'PUT /api/places/@',
    'hidden text 3',
    ['content.update: name', 'content.publish: name'],
  ],
  ['it is unpublished', 'POST /api/places/@/actions/unpublish', undefined, ['content.unpublish: ']],
  ['it is published again', 'POST /api/places/@/actions/publish', undefined, ['content.publish: ']],
  ['its draft is changed', 'PUT /api/places/@?status=draft', 'hidden text 4', ['content.update: name']],
  ['its draft is discarded', 'POST /api/places/@/actions/discard-draft', undefined, ['content.discard: name']],
  ['a locale is added', 'PUT /api/places/@?status=draft&locale=fr', 'hidden text 5', ['content.create']],
  ['a locale is deleted', 'DELETE /api/places/@?locale=fr', undefined, ['content.delete']],
  ['the locale is added again', 'PUT /api/places/@?status=draft&locale=fr', 'hidden text 6', ['content.create']],
  ['it is deleted in both locales', 'DELETE /api/places/@?locale=*', undefined, ['content.delete', 'content.delete']],
  [
    'one locale is restored',
    'POST /api/trash/api::place.place/@/restore?locale=en',
    undefined,
    ['content.restore', 'content.publish'],
  ],
  ['the other one is deleted for good', 'DELETE /api/trash/api::place.place/@?locale=fr', undefined, ['content.erase']],
];

describe('a row is left when', () => {
  it.each(changes)('%s', async (_, request, name, expected) => {
    const [method = '', url = ''] = request.replace('@', place).split(' ');
    // MongoDB would read such an id as the value of an attribute.
    const call = { as: editor.as, headers: { 'x-request-id': '$documentId' } };
    const { body } = await api.request(method, url, {
      ...call,
      ...(name === undefined ? {} : { body: { data: { name } } }),
    });
    if (place === '') place = body.data.documentId;
    const rows = await rowsOf(api);
    expect(
      rows.map(({ action, changed }) => (changed === undefined ? action : `${action}: ${changed.join()}`)),
    ).toEqual(expected);
    for (const row of rows)
      expect(row).toMatchObject({
        ...{
          actor: editor.documentId,
          address: '127.0.0.1',
          requestId: '$documentId',
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

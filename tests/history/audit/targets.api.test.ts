// Checks that a target of events which wants the audit log gets each row once, and no webhook does.
import { expect, it } from 'vitest';
import { Worker } from '../../../lib/background/index.ts';
import { deliveriesCollection } from '../../../lib/events/webhooks/index.ts';
import { auditCollection } from '../../../lib/platform/audit/index.ts';
import { inTransaction } from '../../../lib/platform/db/index.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { library } from '../../write/documents/library.ts';

/** Nothing answers there, so that deliveries wait. */
const queueUrl = 'http://127.0.0.1:9/queue';
const target = { ...{ queueUrl, topicArn: '', bus: '' }, events: ['audit.*'] as const, types: [] };
const api = createApi(library, { ...testConfig, events: { targets: { security: target } } });
const owner = { token: secrets.owner };

it('has a delivery for each row, in the order of the rows', { timeout: 60_000 }, async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'eu-west-1' });
  const events = ['audit.*'];
  const refused = await api.request('POST', '/admin/webhooks', {
    as: owner,
    body: { name: 'x', url: 'https://example.org', events },
  });
  expect(refused.status).toBe(400);
  await api.request('POST', '/admin/api-tokens', { as: owner, body: { name: 'one', type: 'read-only' } });
  const book = await api.create('/api/books?status=draft', { title: 'x', slug: 'x' });
  // The second run finds nothing new.
  for (let run = 0; run < 2; run++) await new Worker(api.service()).runUntilIdle(100);
  const db = await api.service().database.get();
  const found = await deliveriesCollection(db).find().sort({ place: 1 }).toArray();
  const rows = await auditCollection(db).find().sort({ _id: 1 }).toArray();
  expect(rows.map(({ pending }) => pending)).toEqual(rows.map(() => undefined));
  expect(found.map(({ payload }) => payload.entry.id).toSorted()).toEqual(
    rows.map(({ _id }) => _id.toHexString()).toSorted(),
  );
  expect(found.map(({ payload }) => payload.event)).toEqual(
    expect.arrayContaining(['audit.token.create', 'audit.content.create']),
  );
  const created = found.find(({ payload }) => payload.event === 'audit.content.create');
  expect(created).toMatchObject({
    webhook: 'target.security',
    payload: {
      uid: 'lectern::audit',
      entry: { actor: 'token 1', target: { type: 'api::book.book', documentId: book } },
    },
  });
});

it('waits for the next round while another transaction holds a row', async () => {
  await api.request('POST', '/admin/api-tokens', { as: owner, body: { name: 'two', type: 'read-only' } });
  const { database } = api.service();
  const waiting = async () => auditCollection(await database.get()).countDocuments({ pending: true });
  await inTransaction(database, async ({ db, options }) => {
    await auditCollection(db).updateMany({ pending: true }, { $set: { isHeld: true } }, options);
    await new Worker(api.service()).runUntilIdle(100);
  });
  expect(await waiting()).toBe(1);
  await new Worker(api.service()).runUntilIdle(100);
  expect(await waiting()).toBe(0);
});

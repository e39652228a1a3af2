// Checks that each acknowledged change has exactly one row, while relays are killed at any moment.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { relayUntilIdle } from '../../../lib/events/relay/index.ts';
import { auditCollection } from '../../../lib/platform/audit/index.ts';
import { loadSchema, typeOf } from '../../../lib/schema/index.ts';
import { relayProgram } from '../../events/relay/relayProgram.ts';
import { createApi, testConfig } from '../../setup/api.ts';

const { schema } = await loadSchema(join('tests', 'schemas', 'atlas'));
const api = createApi(schema, testConfig, 2);
const relay = relayProgram('audit-relay');
const kills = Number(process.env.LECTERN_HISTORY_KILLS ?? 6);

it('has one row for each acknowledged change', { timeout: 120_000 }, async () => {
  const db = await api.service().database.get();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${db.databaseName}`;
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (): Promise<void> => {
    while (!isOver) {
      const id = await api.create('/api/places?status=draft', { name: 'Rome' });
      acknowledged.push(`content.create ${id}`);
      const { status } = await api.put(`/api/places/${id}?status=draft`, { name: 'Bergen' });
      if (status === 200) acknowledged.push(`content.update ${id}`);
    }
  };
  const rows = auditCollection(db);
  const countRows = (): Promise<number> => rows.countDocuments({ 'target.type': 'api::place.place' });
  const writers = Array.from({ length: 4 }, write);
  for (let count = 0; count < kills; count++) {
    const running = relay.start(uri.href);
    const before = await countRows();
    while ((await countRows()) === before) await setTimeout(20);
    await setTimeout(Math.random() * 100);
    await relay.kill(running);
  }
  isOver = true;
  await Promise.all(writers);
  // The lease of the last one ends first.
  const pending = { pending: { $exists: true } };
  const places = db.collection(typeOf(schema, 'api::place.place').collectionName);
  while ((await places.countDocuments(pending)) > 0) {
    await relayUntilIdle(api.service(), 60_000);
    await setTimeout(100);
  }
  const found = await rows.find({ 'target.type': 'api::place.place' }).toArray();
  expect(found.map(({ action, target }) => `${action} ${target.documentId}`).sort()).toEqual(acknowledged.sort());
});

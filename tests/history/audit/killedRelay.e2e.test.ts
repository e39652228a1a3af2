// Checks that each acknowledged change has exactly one row, while relays are killed at any moment.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { relayUntilIdle } from '../../../lib/events/relay/index.ts';
import { auditCollection } from '../../../lib/platform/audit/index.ts';
import { loadSchema, typeOf } from '../../../lib/schema/index.ts';
import { createApi, testConfig } from '../../setup/api.ts';

const { schema } = await loadSchema(join('tests', 'schemas', 'atlas'));
const api = createApi(schema, testConfig, 2);
const folder = resolve('dist', `audit-relay-${process.pid}`);
const program = join(folder, 'relay.mjs');
const kills = 6;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', target: 'node20' } as const;
  await build({ entryPoints: ['tests/events/relay/relayProcess.ts'], outfile: program, ...options });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const started: ChildProcess[] = [];
afterAll(() => {
  for (const relay of started) relay.kill('SIGKILL');
});

const startRelay = (uri: string): ChildProcess => {
  const relay = spawn(process.execPath, [program, uri], { stdio: 'ignore' });
  started.push(relay);
  return relay;
};

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
    const relay = startRelay(uri.href);
    const before = await countRows();
    while ((await countRows()) === before) await setTimeout(20);
    await setTimeout(Math.random() * 100);
    const ended = once(relay, 'exit');
    relay.kill('SIGKILL');
    await ended;
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

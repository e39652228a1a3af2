// Checks that no version is lost or doubled while relays are killed under sixteen writers.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { collections } from '../../lib/platform/db/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { relayProgram } from '../events/relay/relayProgram.ts';
import { createHistorySite } from './historySite.ts';

/** How often the relay is killed. */
const kills = Number(process.env.LECTERN_HISTORY_KILLS ?? 6);
const writerCount = 16;

const { schema } = await loadSchema(join('tests', 'schemas', 'atlas'));
const site = createHistorySite({ versions: 100_000, publications: 100_000 }, schema);
const relay = relayProgram('history-relay');

it('each acknowledged change has one version', { timeout: 120_000 }, async () => {
  const acknowledged = new Map<string, Set<string>>();
  for (let index = 0; index < 4; index++) {
    const one = await site.create('/api/places?status=draft', { name: 'made' });
    acknowledged.set(one, new Set(['made']));
  }
  let isOver = false;
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      const [one, names] = [...acknowledged][(writer + count) % acknowledged.size] ?? [];
      const name = `${writer} ${count}`;
      const { status } = await site.put(`/api/places/${one}?status=draft`, { name });
      if (status === 200) names?.add(name);
    }
  };
  const writers = Promise.all(Array.from({ length: writerCount }, (_, writer) => write(writer)));
  const db = await site.service().database.get();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${db.databaseName}`;
  for (let count = 0; count < kills; count++) {
    const running = relay.start(uri.href);
    await setTimeout(1_500 + Math.random() * 500);
    await relay.kill(running);
  }
  isOver = true;
  await writers;
  // The lease of the last relay ends.
  await db.collection(collections.leases).updateMany({}, { $set: { until: new Date(0) } });
  await site.runRelay();
  for (const [one, names] of acknowledged) {
    const stored = await site.stored('places', one, 'en');
    expect(stored.pending).toBeUndefined();
    const rows = await site.versions(one, 'en');
    const found = [...rows.map(({ draft }) => draft?.name), stored.draft?.name];
    expect(found).toHaveLength(names.size);
    expect(new Set(found)).toEqual(names);
    expect(rows.map(({ revision }) => revision)).toEqual(Array.from(rows, (_, index) => index + 1));
  }
});

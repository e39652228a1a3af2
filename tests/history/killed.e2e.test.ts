// Checks that no version is lost or doubled while relays are killed under sixteen writers.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { createHistorySite } from './historySite.ts';

/** How often the relay is killed. */
const kills = Number(process.env.LECTERN_HISTORY_KILLS ?? 6);
const writerCount = 16;

const { schema } = await loadSchema(join('tests', 'schemas', 'atlas'));
const site = createHistorySite({ versions: 100_000, publications: 100_000 }, schema);
const folder = resolve('dist', `history-relay-${process.pid}`);
const program = join(folder, 'relay.mjs');

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const entryPoints = ['tests/events/relay/relayProcess.ts'];
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', target: 'node20' } as const;
  await build({ entryPoints, outfile: program, ...options });
});

let relay: ChildProcess | undefined;
const killRelay = async (): Promise<void> => {
  if (relay === undefined) return;
  const ended = once(relay, 'exit');
  relay.kill('SIGKILL');
  await ended;
  relay = undefined;
};

afterAll(async () => {
  await killRelay();
  await rm(folder, { recursive: true, force: true });
});

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
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await site.service().database.get()).databaseName}`;
  for (let count = 0; count < kills; count++) {
    relay = spawn(process.execPath, [program, uri.href], { stdio: 'ignore' });
    await setTimeout(1_500 + Math.random() * 500);
    await killRelay();
  }
  isOver = true;
  await writers;
  // The lease of the last relay ends.
  await setTimeout(2_000);
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

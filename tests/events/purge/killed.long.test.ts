// No purge is lost when the process that purges is killed at any moment.
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { library } from '../../write/documents/library.ts';
import { relayProgram } from '../relay/relayProgram.ts';
import { accept, hang, startStandIn } from '../../setup/httpStandIn.ts';

const api = createApi(library);
const cache = await startStandIn();
const program = relayProgram('purging', 'tests/events/purge/purgingProcess.ts');

it('purges each change although its processes are killed', async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await api.service().database.get()).databaseName}`;
  uri.searchParams.set('appName', cache.url);
  const accepted = new Set<string>();
  let killNow: (() => void) | undefined;
  cache.answer = (response, request, count) => {
    // The cache has purged every second request, or not, when the process is killed before it gets the answer.
    if (count % 2 === 0) {
      hang(response, request, count);
      killNow?.();
      return;
    }
    for (const key of (JSON.parse(request.text) as { keys: string[] }).keys) accepted.add(key);
    accept(response, request, count);
  };
  const changed: string[] = [];
  for (let round = 0; round < 4; round++) {
    const relay = program.start(uri.href);
    const killed = new Promise<void>((resolve) => (killNow = resolve));
    for (let i = 0; i < 5; i++) changed.push(await api.create('/api/shelves', { name: `Shelf ${round} ${i}` }));
    // In the middle of a request, or at a random moment.
    await Promise.race([killed, wait(2_500 + 200 * round)]);
    await program.kill(relay);
  }
  cache.answer = (response, request, count) => {
    for (const key of (JSON.parse(request.text) as { keys: string[] }).keys) accepted.add(key);
    accept(response, request, count);
  };
  program.start(uri.href);
  await expect.poll(() => changed.filter((key) => !accepted.has(key))).toEqual([]);
  expect(accepted.has('api::shelf.shelf')).toBe(true);
});

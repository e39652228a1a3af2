// Random writes in random order: a client that only syncs has the same documents as a client that reads everything.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Client } from '../../write/documents/model/client.ts';
import { initialSteps, steps, type Ref, type Step } from '../../write/documents/model/steps.ts';
import { typeFiles } from '../../write/documents/model/types.ts';
import { createApi, schemaOf } from '../../setup/api.ts';
import { lengthOf } from '../../setup/lengthOf.ts';
import { adminPageReader, SyncedCopy } from '../../setup/sync.ts';
import { viewsIn } from './views.ts';

const numRuns = lengthOf('LECTERN_SYNC_RUNS', { short: 3, long: 8 });

const api = createApi(schemaOf(typeFiles));
const ask = adminPageReader(api.service);
const copy = new SyncedCopy(ask, 'pagination[limit]=3');

let runs = 0;

/** Sends steps, two at a time, and syncs; then reading everything must give what the copy holds. */
const play = async (sequence: readonly Step<Ref>[]): Promise<void> => {
  const prefix = `r${++runs}-`;
  const client = new Client((method, url, body) => api.request(method, url, { body }), prefix);
  for (const [count, any] of [...initialSteps, ...sequence].entries()) {
    const { step, mark } = client.resolve(any);
    const { status, body } = await client.send(step, mark);
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    if (step.op === 'create' && status === 201) client.add(step.type, mark, body.data.documentId);
    if (count < initialSteps.length || (count % 2 === 0 && count < initialSteps.length + sequence.length - 1)) continue;
    await copy.sync();
    const found = Object.entries(await client.views()).filter(([name]) => name.endsWith(' published'));
    expect(viewsIn(copy.entries, prefix), JSON.stringify(step)).toEqual(Object.fromEntries(found));
  }
};

test(
  'a synced copy has the documents and relations that reading everything finds',
  async () => {
    await fc.assert(fc.asyncProperty(steps, play), { numRuns });
    const freshCopy = new SyncedCopy(ask, 'pagination[limit]=100');
    await freshCopy.sync();
    expect(copy.entries.size).toBeGreaterThan(numRuns);
    expect(Object.fromEntries(copy.entries)).toEqual(Object.fromEntries(freshCopy.entries));
  },
  60_000 + numRuns * 2_000,
);

// A change of 6,666 documents, and its undo: each document is changed once. Prints the time and the memory.
import { beforeAll, expect, it } from 'vitest';
import { runJobs } from '../../lib/bulkJobs/runJobs.ts';
import type { BulkJob } from '../../lib/bulkJobs/storedJobs.ts';
import { storeDefinitions } from '../../lib/write/documents/index.ts';
import { addEditor, permit, type Member } from '../setup/accounts.ts';
import { articles, createReleaseSite, schema } from '../releases/releaseSite.ts';

const count = 6_666;
const path = '/api/editor/bulk/jobs';
const site = createReleaseSite();
let user: Member;

beforeAll(async () => {
  await site.createAllIndexes();
  await storeDefinitions(await site.service().database.get(), schema);
  user = await addEditor(site.service(), permit(articles, ['find', 'findOne', 'update', 'publish', 'versions']));
  for (let from = 0; from < count; from += 500) {
    const data = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
      create: { data: { title: `Title ${from + index}`, section: 'old', slug: `slug-${from + index}` } },
    }));
    await site.request('POST', '/api/articles/actions/bulk?status=draft', { body: { data } });
  }
}, 120_000);

/** Works on a job until it ends. @returns the job, how long it took, and the most memory */
const finish = async (start: () => Promise<{ readonly body: { readonly data: BulkJob } }>) => {
  const [since, cpu] = [performance.now(), process.cpuUsage()];
  let most = 0;
  let { data: job } = (await start()).body;
  const seconds = () => Math.round(performance.now() - since) / 1000;
  const firstStep = seconds();
  while (job.state === 'running' || job.state === 'undoing') {
    await runJobs(site.service(), () => false);
    most = Math.max(most, process.memoryUsage().rss);
    job = (await site.get(`${path}/${job.id}`, { as: user.as })).body.data as BulkJob;
  }
  const used = process.cpuUsage(cpu);
  console.log(
    `${job.action} ${job.state}: answer after ${firstStep} s, ${seconds()} s, ${Math.round((used.user + used.system) / 1e6)} s of CPU, ${Math.round(most / 1e6)} MB`,
  );
  return job;
};

it('is done, and undone, once for each document', { timeout: 900_000 }, async () => {
  const query = 'status=draft&view=edit';
  const body = { data: { type: articles, query, expected: count, action: 'update', data: { section: 'new' } } };
  const job = await finish(() => site.request('POST', path, { body, as: user.as }));
  expect(job).toMatchObject({ state: 'done', changed: count, failed: 0 });
  const documents = await site.collection('articles');
  expect(await documents.countDocuments({ revision: 2, 'draft.section': 'new' })).toBe(count);
  const undone = await finish(() => site.request('POST', `${path}/${job.id}/undo`, { as: user.as }));
  expect(undone).toMatchObject({ state: 'undone', undone: count, left: 0 });
  expect(await documents.countDocuments({ revision: 3, 'draft.section': 'old' })).toBe(count);
});

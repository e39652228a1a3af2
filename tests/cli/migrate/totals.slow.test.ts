// Checks that a migration makes the stored totals again, because its changes are not in the old ones.
import { expect, it } from 'vitest';
import { resetTotals, totalsCollection } from '../../../lib/platform/db/index.ts';
import type { Api } from '../../setup/api.ts';
import { findMigrationStatus, migrate, noMigrationOptions } from '../../../cli/migrate/index.ts';
import { runLoop } from '../../background/testWorker.ts';
import { localized, Site, type, draftless } from './site.ts';

const runRelay = (api: Api) => runLoop(api.service());

const storedTotals = async (api: Api) =>
  (await totalsCollection(await api.service().database.get()).findOne({ _id: 'posts' }))?.totals;

const name = { name: { type: 'string' } };

it.each([
  ['gets locales', draftless, { ...draftless, ...localized }, [], { '-': 3 }, { en: 3 }],
  ['publishes its drafts', {}, draftless, ['post=draft'], { '-': 2 }, { '-': 3 }],
])('when a type %s', async (_what, before, after, keep, counted, totals) => {
  const site = new Site();
  const old = await site.begin(type('post', name, before));
  for (const title of ['one', 'two']) await old.post('/api/posts', { name: title });
  await old.post('/api/posts?status=draft', { name: 'three' });
  await runRelay(old);
  expect(await storedTotals(old)).toEqual(counted);
  const next = await site.migrate(type('post', name, after), { keep });
  expect(await storedTotals(next)).toEqual(totals);
  expect((await next.get('/api/posts')).body.meta.pagination.total).toBe(3);
});

it('and ignores what a relay with the previous types stores after it', async () => {
  const site = new Site();
  const old = await site.begin(type('post', name, draftless));
  for (const title of ['one', 'two']) await old.post('/api/posts', { name: title });
  await runRelay(old);
  const next = await site.migrate(type('post', name, { ...draftless, ...localized }));
  await resetTotals(await old.service().database.get());
  await runRelay(old);
  expect(await storedTotals(old)).toEqual({ '-': 2 });
  expect((await next.get('/api/posts')).body.meta.pagination.total).toBe(2);
});

it('and keeps relays from storing them again until it has ended', async () => {
  const site = new Site();
  const old = await site.begin(type('post', name));
  await old.post('/api/posts?status=draft', { name: 'one' });
  const after = type('post', name, draftless);
  const options = { ...noMigrationOptions, keep: ['post=draft'] };
  const status = await findMigrationStatus(site.of(after).service(), { options });
  const known = status.is === 'known' ? status : expect.fail();
  const interrupted = migrate(site.of(after).service(), known, () => {
    throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  await runRelay(old);
  expect(await storedTotals(old)).toBeUndefined();
  const next = await site.migrate(after);
  expect(await storedTotals(next)).toEqual({ '-': 1 });
});

// The sweep: what is due happens, once and never early, with the rights that authors have then.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Worker } from '../../lib/background/index.ts';
import { deliveriesCollection } from '../../lib/events/webhooks/index.ts';
import { auditCollection } from '../../lib/platform/audit/index.ts';
import { collections } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { builtInUids, typeOf } from '../../lib/schema/index.ts';
import { releasesIn } from '../../lib/releases/storedReleases.ts';
import { runLoop } from '../background/testWorker.ts';
import { addMember, type Member } from '../setup/accounts.ts';
import { captureMails } from '../setup/users.ts';
import { waitFor } from '../setup/waitFor.ts';
import { articles, createReleaseSite, inMinutes, releasesPath, sweeperFor } from './releaseSite.ts';

/** Refuses what the test wants, as a hook of the project. */
let refusedTitle = '';
const site = createReleaseSite([
  {
    types: {
      [articles]: {
        validate: ({ data, status, fail }) => {
          if (status === 'published' && data.title === refusedTitle) fail('title', 'The hook refuses it');
        },
      },
    },
  },
]);
const { draft, release, add, isPublished, sweep } = site;
const read = async (id: number) => (await site.get(`${releasesPath}/${id}`)).body.data;
const db = () => site.service().database.get();
/** Adds documents to releases of the tests, which a token owns. */
const working = ['read', 'update'].map((action) => ({ action: `plugin::content-releases.${action}` }));

/** A release with these documents that is due in so many minutes. */
const planned = async (documentIds: readonly string[], minutes = 60, call = {}): Promise<number> => {
  const id = await release({ scheduledAt: inMinutes(minutes).toISOString(), timezone: 'UTC' });
  for (const documentId of documentIds) {
    const { status, body } = await add(id, documentId, {}, call);
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
  return id;
};

/** As if the moment of a release had come. */
const clockOf = async (id: number, ms = 0) => {
  const { scheduledAt } = await read(id);
  return () => new Date(Date.parse(scheduledAt as string) + ms);
};

beforeAll(() => site.createAllIndexes());

describe('the sweep', () => {
  it('executes what is due by the database and not by the clock of its process', async () => {
    const one = await draft('One');
    const id = await planned([one], 10);
    const fast: Service = { ...site.service(), now: () => inMinutes(20) };
    expect(await sweep(undefined, fast)).toBe(0);
    const slow: Service = { ...site.service(), now: () => inMinutes(-20) };
    expect(await sweep(await clockOf(id), slow)).toBe(1);
    expect([await isPublished(one), await sweep(await clockOf(id))]).toEqual([true, 0]);
  });

  it('is done once by four processes at once', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D', 'E'].map(async (title) => planned([await draft(title)])));
    const now = () => inMinutes(120);
    const sweepers = ids.slice(0, 4).map(() => sweeperFor(site.service(), now));
    while ((await releasesIn(await db()).countDocuments({ _id: { $in: ids }, releasedAt: null })) > 0)
      await Promise.all(sweepers.map((sweeper) => sweeper.sweep()));
    expect(sweepers.reduce((sum, { published }) => sum + published(), 0)).toBe(5);
    const events = await (await db()).collection('articles').distinct('pending.action', { 'draft.title': 'C' });
    expect(events).toEqual(['create', 'publish']);
    const revisions = await (await db()).collection('articles').distinct('revision', { 'draft.title': /^[A-E]$/ });
    expect(revisions).toEqual([2]);
  });

  it('reads one key of an index where nothing is due', async () => {
    await planned([await draft('Later')], 600);
    const plan = await releasesIn(await db())
      .find({ due: { $gt: new Date(0) } })
      .sort({ due: 1 })
      .limit(1)
      .explain('executionStats');
    expect(plan.executionStats).toMatchObject({ totalKeysExamined: 1, totalDocsExamined: 1 });
  });

  it('blocks a release before its moment, and publishes it when it is corrected', async () => {
    const [good, bad] = [await draft('Good'), await draft('Bad')];
    const id = await planned([good, bad], 120);
    await site.put(`/api/articles/${bad}?status=draft`, { title: null });
    expect(await sweep(await clockOf(id, -30 * 60_000))).toBe(0);
    expect((await releasesIn(await db()).findOne({ _id: id }))?.status).toBe('blocked');
    expect(await sweep(await clockOf(id, 1))).toBe(0);
    expect([await isPublished(good), (await read(id)).status]).toEqual([false, 'blocked']);
    await site.put(`/api/articles/${bad}?status=draft`, { title: 'Better' });
    expect(await sweep(await clockOf(id, 60_000))).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'done', releasedAt: (await clockOf(id, 60_000))().toISOString() });
  });

  it('shows why an attempt failed that could not be foreseen, and tries again', async () => {
    const [good, bad] = [await draft('Fine'), await draft('Refused')];
    const id = await planned([good, bad]);
    refusedTitle = 'Refused';
    expect(await sweep(await clockOf(id))).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'failed', failure: { message: 'The hook refuses it' } });
    expect(await isPublished(good)).toBe(false);
    refusedTitle = '';
    expect(await sweep(await clockOf(id, 10_000)), 'before the retry').toBe(0);
    expect(await sweep(await clockOf(id, 31_000))).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'done', failure: null });
  });

  it.each(['the type', 'the document'])('needs the permission that the author has then, on %s', async (of) => {
    const on = (action: string) => ({ action: `${articles}.${action}` });
    const own = { action: `${articles}.publish`, filters: { section: { $eq: 'news' } } };
    const may = [on('find'), on('findOne'), on('update'), of === 'the type' ? on('publish') : own];
    const member = await addMember(site.service(), [...may, ...working]);
    const one = await draft('Theirs', { section: 'news' });
    const id = await planned([one], 60, { as: member.as });
    const { collectionName } = typeOf(site.service().schema, builtInUids.role);
    const roles = (await db()).collection(collectionName);
    const allowed = { 'published.permissions': [...may, ...working] };
    const [role] = await roles.find(allowed).sort({ _id: -1 }).limit(1).toArray();
    if (role === undefined) throw new Error('no role');
    await (of === 'the type'
      ? roles.updateOne({ _id: role._id }, { $set: { 'published.permissions': [...may.slice(0, 3), ...working] } })
      : site.put(`/api/articles/${one}?status=draft`, { section: 'sport' }));
    expect(await sweep(await clockOf(id))).toBe(0);
    const [action] = (await site.get(`${releasesPath}/${id}/actions`)).body.data;
    expect(action).toMatchObject({
      isEntryValid: false,
      reasons: [{ message: expect.stringContaining('not publish') as string }],
    });
    await (of === 'the type'
      ? roles.updateOne({ _id: role._id }, { $set: allowed })
      : site.put(`/api/articles/${one}?status=draft`, { section: 'news' }));
    expect(await sweep(await clockOf(id, 60_000))).toBe(1);
    expect((await site.stored('articles', one)).updatedBy).toBe(member.documentId);
  });

  it('blocks what was deleted, and does not need to unpublish what is not published', async () => {
    const [deleted, hidden, kept] = [await draft('Gone'), await draft('Hidden'), await draft('Kept')];
    const id = await planned([deleted, kept]);
    await add(id, hidden, { type: 'unpublish' });
    await site.delete(`/api/articles/${deleted}`);
    expect(await sweep(await clockOf(id))).toBe(0);
    const actions = (await site.get(`${releasesPath}/${id}/actions`)).body.data;
    expect(actions.map(({ reasons }: { reasons: object[] }) => reasons)).toEqual([
      [{ message: 'The document is deleted', code: 'deleted' }],
      [],
      [],
    ]);
    await site.delete(`${releasesPath}/${id}/actions/${actions[0].id}`);
    expect([await sweep(await clockOf(id)), await isPublished(kept)]).toEqual([1, true]);
  });

  it('blocks a value that another document has', async () => {
    const [taker, owner] = [
      await draft('Taker', { number: 77 }),
      await site.create('/api/articles', { title: 'Owner' }),
    ];
    const id = await planned([taker]);
    // Only the published version has the value, which the draft gave up.
    const documents = (await db()).collection('articles');
    await documents.updateOne({ documentId: owner }, { $set: { 'published.number': 77 } });
    expect([await sweep(await clockOf(id)), (await read(id)).status]).toEqual([0, 'blocked']);
    await documents.updateOne({ documentId: owner }, { $unset: { 'published.number': 1 } });
    expect(await sweep(await clockOf(id, 60_000))).toBe(1);
  });

  it('computes moments anew with newer zone data', async () => {
    const id = await planned([await draft('Zone')], 24 * 60);
    const before = (await read(id)).scheduledAt;
    const wrong = inMinutes(5);
    await releasesIn(await db()).updateOne(
      { _id: id },
      { $set: { scheduledAt: wrong, due: wrong, 'schedule.zoneData': '2000a' } },
    );
    expect(await sweep(() => inMinutes(10))).toBe(0);
    expect((await read(id)).scheduledAt).toBe(before);
  });

  it('waits for a change of a release without documents', async () => {
    const id = await planned([]);
    const now = await clockOf(id);
    expect(await sweep(now)).toBe(0);
    expect((await releasesIn(await db()).findOne({ _id: id }))?.due).toBeUndefined();
    await add(id, await draft('Added'));
    expect(await sweep(now)).toBe(1);
  });

  it('does not execute what was planned anew or removed meanwhile', async () => {
    const one = await draft('Moved');
    const id = await planned([one]);
    const now = await clockOf(id);
    await site.request('PUT', `${releasesPath}/${id}`, {
      body: { scheduledAt: inMinutes(600).toISOString(), timezone: 'UTC' },
    });
    expect([await sweep(now), await isPublished(one)]).toEqual([0, false]);
    await site.request('PUT', `${releasesPath}/${id}`, { body: { scheduledAt: null } });
    expect(await sweep(() => inMinutes(6_000))).toBeGreaterThanOrEqual(0);
    expect([await isPublished(one), (await read(id)).scheduledAt]).toEqual([false, null]);
  });

  it('runs beside a server, by the clock of the database', async () => {
    const one = await draft('Soon');
    const id = await planned([one], 1);
    const soon = new Date(Date.now() + 700);
    await releasesIn(await db()).updateOne({ _id: id }, { $set: { scheduledAt: soon, due: soon } });
    const running = new Worker(site.service());
    running.start();
    await waitFor(async () => {
      expect((await read(id)).status).toBe('done');
    });
    await running.stop();
    expect(Date.parse((await read(id)).releasedAt as string)).toBeGreaterThanOrEqual(soon.getTime());
    const leases = (await db()).collection<{ _id: string; until: Date }>(collections.leases);
    expect((await leases.findOne({ _id: 'releases' }))?.until).toEqual(new Date(0));
  });
});

describe('a release that cannot be done', () => {
  let service: Service;
  let received: ReturnType<typeof captureMails>;
  const writing = ['find', 'findOne', 'update', 'publish'].map((action) => ({ action: `${articles}.${action}` }));
  const inNews = writing.map((one) => ({ ...one, filters: { section: { $eq: 'news' } } }));

  /** A release of a user who sees articles of the section news only. */
  const ownedBy = async ({ as }: Member): Promise<number> => {
    const body = { name: 'Spring', scheduledAt: inMinutes(300).toISOString(), timezone: 'UTC' };
    return (await site.request('POST', releasesPath, { as, body })).body.data.id as number;
  };
  const relay = () => runLoop(site.service(), { callMs: 1 });
  /** The receivers and the texts of the mails since the last call. */
  const mails = async (members: Readonly<Record<string, Member>>): Promise<readonly (readonly [string, string])[]> => {
    const all = received.splice(0);
    const users = (await db()).collection(typeOf(service.schema, builtInUids.user).collectionName);
    const found = await Promise.all(
      Object.entries(members).map(async ([name, { documentId }]) => {
        const user = await users.findOne({ documentId });
        return all.filter(({ to }) => to === user?.published.email).map(({ text = '' }) => [name, text] as const);
      }),
    );
    return found.flat();
  };

  beforeAll(() => {
    const mail = { transport: 'smtp', from: 'site@example.org', replyTo: '', language: 'en' } as const;
    service = { ...site.service(), config: { ...site.service().config, mail } };
  });

  beforeEach(() => {
    received = captureMails({ service: () => service });
  });

  it('mails authors about their own documents, and the owner about all, as far as each may read them', async () => {
    const owner = await addMember(service, [...inNews, { action: 'plugin::content-releases.create' }]);
    const [ada, bea] = [
      await addMember(service, [...writing, ...working]),
      await addMember(service, [...writing, ...working]),
    ];
    const cay = await addMember(service, [...inNews, ...working]);
    const id = await ownedBy(owner);
    const documents = [await draft('Ada writes'), await draft('Bea writes')];
    const [hidden, news] = [await draft('News', { section: 'news' }), await draft('Fresh', { section: 'news' })];
    await add(id, hidden, {}, { as: cay.as });
    await add(id, news, {}, { as: owner.as });
    for (const [index, { as }] of [ada, bea].entries()) await add(id, documents[index] ?? '', {}, { as });
    await site.put(`/api/articles/${documents[0]}?status=draft`, { title: null, slug: 'of-ada' });
    await site.put(`/api/articles/${hidden}?status=draft`, { title: null, slug: 'hidden-now', section: 'secret' });
    await site.put(`/api/articles/${news}?status=draft`, { title: null });
    const now = await clockOf(id);
    await sweep(now, service);
    // Cay may not read the document any more, and nothing of Bea prevents it.
    const sent = await mails({ owner, ada, bea, cay });
    expect(sent.map(([name]) => name)).toEqual(['owner', 'ada']);
    const [toOwner = '', toAda = ''] = sent.map(([, text]) => text);
    expect(toOwner).toContain(news);
    expect(toOwner).toContain('Documents that you may not see: 2');
    expect(toAda).toContain(`${documents[0]}`);
    expect(toAda).toContain('title');
    for (const text of [toOwner, toAda]) expect(text).not.toMatch(new RegExp(`Bea|hidden|${hidden}`));
    expect(toOwner).not.toContain(documents[0]);
    await sweep(() => new Date(now().getTime() + 60_000), service);
    expect(await mails({ owner, ada, bea, cay })).toEqual([]);
    await site.delete(`${releasesPath}/${id}`);
  });

  it('tells so when a change of a document makes it so, once for each document', async () => {
    const owner = await addMember(service, [...writing, { action: 'plugin::content-releases.create' }]);
    const id = await ownedBy(owner);
    const documents = [await draft('One'), await draft('Two')];
    for (const documentId of documents) await add(id, documentId, {}, { as: owner.as });
    await relay();
    await sweep(() => inMinutes(2), service);
    const due = async () => (await releasesIn(await db()).findOne({ _id: id }))?.due?.getTime() ?? 0;
    const ahead = Date.parse((await read(id)).scheduledAt as string) - 3_600_000;
    expect([await mails({ owner }), await due()]).toEqual([[], ahead]);
    for (const documentId of documents) {
      await site.put(`/api/articles/${documentId}?status=draft`, { title: null });
      await relay();
      // A change that is corrected at once is no news.
      expect(await due()).toBeGreaterThan(Date.now());
      await sweep(() => inMinutes(2), service);
      const [[, text] = ['', '']] = await mails({ owner });
      expect(documents.filter((one) => text.includes(one))).toEqual([documentId]);
      expect(await due()).toBe(ahead);
    }
    await site.delete(`/api/articles/${documents[0]}`);
    await relay();
    expect(await due()).toBeLessThan(ahead);
    await site.delete(`${releasesPath}/${id}`);
  });

  it('is checked, and never published, when a document changes that it has without a moment', async () => {
    const owner = await addMember(service, [...writing, { action: 'plugin::content-releases.create' }]);
    const body = { name: 'Some day' };
    const id = (await site.request('POST', releasesPath, { as: owner.as, body })).body.data.id as number;
    const one = await draft('One');
    await add(id, one, {}, { as: owner.as });
    const changeTo = async (title: string | null) => {
      await site.put(`/api/articles/${one}?status=draft`, { title });
      await relay();
      await sweep(() => inMinutes(2), service);
      return mails({ owner });
    };
    expect(await changeTo('Two')).toEqual([]);
    expect([await isPublished(one), (await read(id)).status]).toEqual([false, 'ready']);
    expect(await changeTo(null)).toEqual([['owner', expect.stringMatching(/"Some day". This cannot be done:/)]]);
    expect(await changeTo(null)).toEqual([]);
    await site.delete(`${releasesPath}/${id}`);
  });

  it.each([
    ['without a moment', undefined],
    ['in a week', 7 * 24 * 60],
  ])('is checked once a day, when nothing of it changes: %s', async (_, minutes) => {
    const owner = await addMember(service, [...writing, { action: 'plugin::content-releases.create' }]);
    const plan = minutes === undefined ? {} : { scheduledAt: inMinutes(minutes).toISOString(), timezone: 'UTC' };
    const body = { name: 'Some day', ...plan };
    const id = (await site.request('POST', releasesPath, { as: owner.as, body })).body.data.id as number;
    await add(id, await draft('One'), {}, { as: owner.as });
    const day = 24 * 60;
    await sweep(() => inMinutes(day + 1), service);
    const users = typeOf(service.schema, builtInUids.user).collectionName;
    await (
      await db()
    )
      .collection(users)
      .updateOne({ documentId: owner.documentId }, { $set: { 'published.role': [] } });
    await sweep(() => inMinutes(2 * day), service);
    expect(await mails({ owner })).toEqual([]);
    await sweep(() => inMinutes(2 * day + 2), service);
    expect(await mails({ owner })).toEqual([['owner', expect.stringMatching(/Documents that you may not see: 1/)]]);
    await site.delete(`${releasesPath}/${id}`);
  });

  it('is checked once more if a document changed while it was checked', async () => {
    const id = await planned([await draft('Now')], 300);
    const releases = releasesIn(await db());
    await releases.updateOne({ _id: id }, { $set: { due: inMinutes(1) } });
    const locales = Object.create(site.service().locales) as Service['locales'];
    locales.known = async () => {
      await releases.updateOne({ _id: id }, { $set: { due: inMinutes(3) } });
      return site.service().locales.known();
    };
    const changing: Service = { ...site.service(), locales };
    await sweep(() => inMinutes(2), changing);
    expect((await releases.findOne({ _id: id }))?.due?.getTime()).toBeLessThan(inMinutes(4).getTime());
    await site.delete(`${releasesPath}/${id}`);
  });
});

it('a release that is done raises the events of its documents and releases.publish, and is in the audit log', async () => {
  const { body: webhook } = await site.request('POST', '/admin/webhooks', {
    as: { token: site.service().secrets.owner ?? '' },
    body: { name: 'all', url: 'https://example.org', events: ['releases.publish', 'entry.publish'] },
  });
  const one = await draft('Heard');
  const id = await planned([one]);
  await sweep(await clockOf(id));
  await runLoop(site.service(), { callMs: 1 });
  const found = await deliveriesCollection(await db())
    .find({
      webhook: webhook.data.id,
      about: { $in: [`plugin::content-releases.release ${id}`, `${articles} ${one}`] },
    })
    .toArray();
  expect(found.map(({ payload }) => payload.event).toSorted()).toEqual(['entry.publish', 'releases.publish']);
  expect(found.find(({ payload }) => payload.event === 'releases.publish')?.payload).toMatchObject({
    ...{ model: 'release', entry: { id, name: 'Spring', status: 'done' } },
  });
  expect((await releasesIn(await db()).findOne({ _id: id }))?.pending).toBeUndefined();
  const rows = await auditCollection(await db())
    .find({ 'target.id': String(id) })
    .sort({ _id: 1 })
    .toArray();
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
    ['release.create', 'token 1'],
    ['release.publish', 'system'],
  ]);
  const published = await auditCollection(await db()).findOne({ action: 'content.publish', 'target.documentId': one });
  expect(published?.actor).toBe('token 1');
});

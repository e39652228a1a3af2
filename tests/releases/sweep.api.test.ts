// The sweep: what is due happens, once and never early, with the rights that authors have then.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { Relay } from '../../lib/events/relay/relay.ts';
import { deliveriesCollection } from '../../lib/events/webhooks/index.ts';
import { auditCollection } from '../../lib/platform/audit/index.ts';
import { collections } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { builtInUids, typeOf } from '../../lib/schema/index.ts';
import { releasesIn } from '../../lib/releases/storedReleases.ts';
import { releasesInProcess } from '../../lib/releases/sweepReleases.ts';
import { settings } from '../events/relay/eventSite.ts';
import { addMember } from '../setup/accounts.ts';
import { smtpServer } from '../setup/smtpServer.ts';
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
    expect(sweepers.reduce((sum, { published }) => sum + published, 0)).toBe(5);
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
    const member = await addMember(site.service(), may);
    const one = await draft('Theirs', { section: 'news' });
    const id = await planned([one], 60, { as: member.as });
    const { collectionName } = typeOf(site.service().schema, builtInUids.role);
    const roles = (await db()).collection(collectionName);
    const allowed = { 'published.permissions': may };
    const [role] = await roles.find(allowed).sort({ _id: -1 }).limit(1).toArray();
    if (role === undefined) throw new Error('no role');
    await (of === 'the type'
      ? roles.updateOne({ _id: role._id }, { $set: { 'published.permissions': may.slice(0, 3) } })
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
    const running = releasesInProcess(site.service());
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
  it('mails each author once, about their own documents', async () => {
    const received: string[] = [];
    const server = smtpServer(received);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const mail = { transport: 'smtp', from: 'site@example.org', replyTo: '' } as const;
    const service: Service = {
      ...site.service(),
      config: { ...site.service().config, mail },
      secrets: { ...site.service().secrets, smtp: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` },
    };
    const on = ['find', 'findOne', 'update', 'publish'].map((action) => ({ action: `${articles}.${action}` }));
    const [ada, bea] = [await addMember(service, on), await addMember(service, on)];
    const id = await release({ scheduledAt: inMinutes(60).toISOString(), timezone: 'UTC' });
    const documents = [await draft('Ada writes'), await draft('Bea writes')];
    const cay = await addMember(
      service,
      on.map((one) => ({ ...one, filters: { section: { $eq: 'news' } } })),
    );
    const hidden = await draft('News', { section: 'news' });
    await add(id, hidden, {}, { as: cay.as });
    for (const [index, { as }] of [ada, bea].entries()) await add(id, documents[index] ?? '', {}, { as });
    await site.put(`/api/articles/${documents[0]}?status=draft`, { title: null, slug: 'of-ada' });
    await site.put(`/api/articles/${hidden}?status=draft`, { title: 'Hidden now', section: 'secret' });
    const now = await clockOf(id);
    await sweep(now, service);
    await sweep(() => new Date(now().getTime() + 60_000), service);
    server.close();
    const users = (await db()).collection(typeOf(service.schema, builtInUids.user).collectionName);
    const recipients = await users.find({ documentId: { $in: [ada.documentId, cay.documentId] } }).toArray();
    expect(received.filter((line) => line.startsWith('RCPT')).toSorted()).toEqual(
      recipients.map(({ published }) => `RCPT TO:<${published.email}>`).toSorted(),
    );
    // Cay may not read the document any more.
    expect(received.join('\n')).not.toContain('Hidden now');
    expect(received.join('\n')).toContain('title');
    expect(received.join('\n')).not.toContain('Bea');
    await site.delete(`${releasesPath}/${id}`);
  });
});

describe('a release that is done', () => {
  it('raises the events of its documents and releases.publish, and is in the audit log', async () => {
    const { body: webhook } = await site.request('POST', '/admin/webhooks', {
      as: { token: site.service().secrets.owner ?? '' },
      body: { name: 'all', url: 'https://example.org', events: ['releases.publish', 'entry.publish'] },
    });
    const one = await draft('Heard');
    const id = await planned([one]);
    await sweep(await clockOf(id));
    const relay = new Relay(site.service(), { ...settings, callMs: 1 });
    await relay.round();
    await relay.end();
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
    const published = await auditCollection(await db()).findOne({
      action: 'content.publish',
      'target.documentId': one,
    });
    expect(published?.actor).toBe('token 1');
  });
});

// Mails about comments: once, to those who may read them.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import type { StoredComment } from '../../lib/comments/storedComments.ts';
import { mailLimits } from '../../lib/platform/mail/index.ts';
import { mailComments } from '../../lib/comments/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { addMember, type Member } from '../setup/accounts.ts';
import { smtpServer } from '../setup/smtpServer.ts';
import { articles, createCommentSite, editing } from './commentSite.ts';

const site = createCommentSite();

/** Runs the job in two processes at once. @returns the recipients, and everything that was sent */
const runJob = async () => {
  const received: string[] = [];
  const server = smtpServer(received);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: Service = {
    ...site.service(),
    // One hour for all jobs, in the future, because MongoDB removes counters whose window is over by its own clock.
    now: () => new Date('2126-05-04T12:30:00Z'),
    secrets: { ...site.service().secrets, smtp: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` },
  };
  await Promise.all([mailComments(service), mailComments({ ...service })]);
  // A run takes at most 100 comments.
  await mailComments(service);
  await mailComments(service);
  server.close();
  const to = received.flatMap((line) => /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? []);
  return { to: to.sort(), text: received.join('\n').replaceAll('=\n', '').replaceAll('=3D', '=') };
};

/** The text of mails, which may be in base64 because of a character. */
const decoded = (text: string): string =>
  text.replace(
    /(Content-Transfer-Encoding: base64[^]*?\n\n)([A-Za-z0-9+/=\n]+)/,
    (_, head: string, encoded: string) => head + Buffer.from(encoded, 'base64').toString(),
  );

/** The subjects of everything that was sent. */
const subjectsIn = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('Subject:'));

const mailOf = async (member: Member): Promise<string> => String((await site.user(member)).published?.email);

it('are sent once to mentioned users, and for replies to the author of the thread, not to oneself', async () => {
  const [ada, bea, cay] = [await site.editor(), await site.editor(), await site.editor()];
  const url = `/api/articles/${await site.draft('Spring <b>sale</b>')}`;
  const thread = await site.comment(ada, url, 'Is this right? <script>alert(1)</script>', {
    ...{ path: 'title', mentions: [bea.documentId, ada.documentId] },
  });
  const first = await runJob();
  expect(first.to).toEqual([await mailOf(bea)]);
  expect(subjectsIn(first.text)).toEqual(['Subject: Lectern: you are mentioned in a comment']);
  expect(first.text).toContain('\n\n> Is this right? <script>alert(1)</script>\n\n');
  expect(first.text).toContain('Content-Type: text/plain');
  expect(first.text).not.toContain('text/html');
  expect(first.text).toContain(
    `https://example.org/editor/content/articles/${url.split('/').at(-1)}#comment-${thread}`,
  );

  await site.comment(bea, url, 'It is', { parent: thread, mentions: [cay.documentId, ada.documentId] });
  await site.comment(ada, url, 'Thanks', { parent: thread });
  expect((await runJob()).to).toEqual([await mailOf(ada), await mailOf(cay)].sort());
  expect((await runJob()).to).toEqual([]);
  expect(await site.stored({ unmailed: { $exists: true } })).toEqual([]);
});

it('are sent to users whom an edit adds, and never twice', async () => {
  const [ada, bea] = [await site.editor(), await site.editor()];
  const url = `/api/articles/${await site.draft('One')}`;
  const id = await site.comment(ada, url, 'No one');
  const edit = (mentions: readonly string[]) =>
    site.put(`${url}/comments/${id}`, { text: 'You', mentions }, { as: ada.as });
  await Promise.all([edit([bea.documentId]), edit([bea.documentId]), edit([bea.documentId])]);
  expect((await runJob()).to).toEqual([await mailOf(bea)]);
  await edit([]);
  await edit([bea.documentId]);
  expect((await runJob()).to).toEqual([]);
});

it('are not sent to users who may not read the comment any more', async () => {
  const ada = await site.editor();
  const news = editing(articles).map((one) => ({ ...one, filters: { section: { $eq: 'news' } } }));
  const [bea, cay] = [await addMember(site.service(), news), await site.editor(articles)];
  const documentId = await site.draft('One', { section: 'news' });
  const mentions = [bea.documentId, cay.documentId];
  await site.comment(ada, `/api/articles/${documentId}`, 'Secret', { mentions });
  await site.put(`/api/articles/${documentId}?status=draft`, { section: 'sport' });
  await site.request('PUT', `/api/users/${(await site.user(cay)).published?.id}`, { body: { blocked: true } });
  expect(await runJob()).toEqual({ to: [], text: '' });
});

it('contain what others wrote as such: nothing in the subject, names and titles in a line, each line of the text quoted', async () => {
  const [ada, bea] = [await site.editor(), await site.editor()];
  const db = await site.service().database.get();
  const name = 'Ada\r\nBcc: someone@example.org';
  await db.collection('up_users').updateOne({ documentId: ada.documentId }, { $set: { 'published.username': name } });
  const of = await site.draft('Free\r\n\r\nhttps://evil.example \u202Etitle');
  const text = 'One\r\nBcc: x@example.org\n\u2028Your site says:\rlog in at https://evil.example\u202E';
  await site.comment(ada, `/api/articles/${of}`, text, { mentions: [bea.documentId] });
  const { to, text: sent } = await runJob();
  expect(to).toEqual([await mailOf(bea)]);
  const [head = '', ...rest] = decoded(sent).split('\n\n');
  expect(head).not.toContain('Ada');
  expect(head).not.toMatch(/^Bcc:/m);
  expect(rest).toEqual([
    'Ada Bcc: someone mentioned you in a comment on "Free https://evil.example title":',
    '> One\n> Bcc: x@example.org\n>\n> Your site says:\n> log in at https://evil.example',
    expect.stringMatching(/^https:\/\/example\.org\/editor\//),
  ]);
});

it('name the agent that wrote it for its author, in a line', async () => {
  const [ada, bea] = [await site.editor(), await site.editor()];
  const url = `/api/articles/${await site.draft('One')}`;
  const id = await site.comment(ada, url, 'Is this right?', { mentions: [bea.documentId] });
  const comments = (await site.service().database.get()).collection<StoredComment>('lectern_comments');
  await comments.updateOne({ _id: new ObjectId(id) }, { $set: { agent: 'Claude\r\nBcc: x' } });
  const { published } = await site.user(ada);
  const text = `Claude Bcc: x, for ${String(published?.username)}, mentioned you in a comment on "One":`;
  expect(decoded((await runJob()).text)).toContain(text);
});

it('are limited for a sender and for a receiver; what is over the limit is on the first screen', async () => {
  const [ada, bea, cay, dan] = [await site.editor(), await site.editor(), await site.editor(), await site.editor()];
  const { receiver, sender } = mailLimits.comment;
  const url = `/api/articles/${await site.draft('Flood')}`;
  const comments = (await site.service().database.get()).collection<StoredComment>('lectern_comments');
  /** Stores copies of a comment that was written. */
  const flood = async (count: number, from: Member, ...to: readonly Member[]) => {
    const id = await site.comment(from, url, 'One of many', { mentions: to.map(({ documentId }) => documentId) });
    const [stored] = await site.stored({ _id: new ObjectId(id) });
    if (stored === undefined) throw new Error('the comment is not stored');
    await comments.insertMany(Array.from({ length: count - 1 }, () => ({ ...stored, _id: new ObjectId() })));
  };
  await flood(54, ada, bea, cay);
  expect((await runJob()).to).toHaveLength(sender);
  await flood(22, dan, bea);
  const { to } = await runJob();
  expect(to.length).toBeLessThan(receiver);
  expect(new Set(to)).toEqual(new Set([await mailOf(bea)]));
  await site.comment(cay, url, 'Too many for her', { mentions: [bea.documentId] });
  expect((await runJob()).to).toEqual([]);
  const listed = (await site.get('/api/editor/comments?mentioned=me', { as: bea.as })).body.data;
  expect([listed.length, listed[0].text]).toEqual([20, 'Too many for her']);
  expect(await site.stored({ unmailed: { $exists: true } })).toEqual([]);
});

it('list replies beside mentions on the first screen, also without mail', async () => {
  const [ada, bea] = [await site.editor(), await site.editor()];
  const url = `/api/articles/${await site.draft('Replied')}`;
  const parent = await site.comment(ada, url, 'Mine');
  await site.comment(bea, url, 'A reply', { parent });
  await site.comment(ada, url, 'My own', { parent });
  const texts = async (member: Member) =>
    (await site.get('/api/editor/comments?mentioned=me', { as: member.as })).body.data.map(
      ({ text }: { text: string }) => text,
    );
  expect(await texts(ada)).toEqual(['A reply']);
  expect(await texts(bea)).toEqual([]);
});

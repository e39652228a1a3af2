// Mails about comments: once, to those who may read them.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
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
    secrets: { ...site.service().secrets, smtp: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` },
  };
  await Promise.all([mailComments(service), mailComments({ ...service })]);
  await mailComments(service);
  server.close();
  const to = received.flatMap((line) => /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? []);
  return { to: to.sort(), text: received.join('\n').replaceAll('=\n', '').replaceAll('=3D', '=') };
};

const mailOf = async (member: Member): Promise<string> => String((await site.user(member)).published?.email);

it('are sent once to mentioned users, and for replies to the author of the thread, not to oneself', async () => {
  const [ada, bea, cay] = [await site.editor(), await site.editor(), await site.editor()];
  const url = `/api/articles/${await site.draft('Spring <b>sale</b>')}`;
  const thread = await site.comment(ada, url, 'Is this right? <script>alert(1)</script>', {
    ...{ path: 'title', mentions: [bea.documentId, ada.documentId] },
  });
  const first = await runJob();
  expect(first.to).toEqual([await mailOf(bea)]);
  expect(first.text).toContain('Is this right? <script>alert(1)</script>');
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

it('put no line of a name into the subject', async () => {
  const [ada, bea] = [await site.editor(), await site.editor()];
  const db = await site.service().database.get();
  const name = 'Ada\r\nBcc: someone@example.org';
  await db.collection('up_users').updateOne({ documentId: ada.documentId }, { $set: { 'published.username': name } });
  await site.comment(ada, `/api/articles/${await site.draft('One')}`, 'x', { mentions: [bea.documentId] });
  const { to, text } = await runJob();
  expect(to).toEqual([await mailOf(bea)]);
  expect(text).not.toMatch(/^Bcc:/m);
});

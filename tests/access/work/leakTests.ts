// What releases, schedules, review, comments, versions, the trash, the home screen and mails say of a document is what its reader may
// read of it, in the version and locale that they speak of. Each hidden value has a word of its own, which no answer may contain; and
// hidden values that are others, or not there, change no byte of an answer.
import type { Document } from 'mongodb';
import { beforeAll, expect, it } from 'vitest';
import { mailComments } from '../../../lib/comments/index.ts';
import { sweeperFor } from '../../releases/releaseSite.ts';
import { requestThroughGraphql } from '../../graphql/throughGraphql.ts';
import { requestThroughTools } from '../../mcp/throughTools.ts';
import type { Reply } from '../../setup/api.ts';
import { captureMails } from '../../setup/users.ts';
import { requests, requestsOf, workRoutes } from './workRoutes.ts';
import {
  addCaller,
  createDocuments,
  createWorkSite,
  isRole,
  readableWords,
  setCreator,
  wordOf,
  wordsIn,
  workOn,
  type Caller,
  type CallerName,
  type Work,
} from './workSite.ts';

/** They may read documents, and none of these routes shows them one. */
const readsOnly = ['a member who may find', 'read-only', 'published-only'];

/** Users who see a document of each leak test that prevents a release, or is commented on. */
const getsMails: readonly CallerName[] = ['an author', 'an editor'];

const varyingHeaders = ['x-request-id', 'server-timing'];

const textOf = ({ status, headers, body }: Reply): string =>
  JSON.stringify([status, Object.entries(headers).filter(([name]) => !varyingHeaders.includes(name)), body]);

/** @param documents the names of the documents of the site */
export const describeLeaks = (names: readonly CallerName[], documentsOfSite: readonly string[]): void => {
  const api = createWorkSite();
  const db = () => api.service().database.get();
  const callers = new Map<string, Caller>();
  let work: Work;
  const readable = new Map<Caller, ReadonlySet<string>>();
  let saved: readonly (readonly [collection: string, rows: readonly Document[]])[] = [];

  const callerOf = (name: string): Caller => callers.get(name) ?? { as: null, user: undefined };

  /** Restores what the site had, with the caller as the creator of some documents. */
  const restoreFor = async (caller: Caller): Promise<void> => {
    for (const [name, rows] of saved) {
      const collection = (await db()).collection(name);
      await collection.deleteMany();
      if (rows.length > 0) await collection.insertMany([...rows]);
    }
    await setCreator(api, caller);
  };

  beforeAll(async () => {
    const documents = await createDocuments(api, documentsOfSite);
    for (const name of names) callers.set(name, await addCaller(api, name));
    for (const caller of callers.values()) readable.set(caller, await readableWords(api, caller, documents));
    work = await workOn(api, documents, [...callers.values()]);
    const kept = /^(?:articles|homes|memos|lectern_(?!tokens|sequences))/;
    const collections = (await (await db()).listCollections().toArray()).filter(({ name }) => kept.test(name));
    saved = await Promise.all(
      collections.map(async ({ name }) => {
        const rows = await (await db()).collection(name).find({}, { promoteValues: false }).toArray();
        return [name, rows] as const;
      }),
    );
  });

  /** The words of a text that the caller may not know. */
  const leaksIn = (caller: Caller, text: string): readonly string[] =>
    [...wordsIn(text)].filter((word) => readable.get(caller)?.has(word) !== true);

  /** @returns the answers to all reads, by their address */
  const read = async ({ as }: Caller): Promise<ReadonlyMap<string, string>> => {
    const answers = new Map<string, string>();
    for (const { url } of requestsOf(work, true)) {
      answers.set(url, textOf(await api.get(url, { as })));
      const others = { 'a tool': requestThroughTools, GraphQL: requestThroughGraphql };
      for (const [name, request] of Object.entries(others)) {
        const reply = await request(api.service(), api.request)('GET', url, { as });
        if (reply !== undefined) answers.set(`${url}, by ${name}`, textOf(reply));
      }
    }
    return answers;
  };

  /** Replaces what the caller may not read, and removes documents of which it may read nothing. */
  const hideRows = async (caller: Caller): Promise<void> => {
    const may = (...word: Parameters<typeof wordOf>) => readable.get(caller)?.has(wordOf(...word)) === true;
    const collection = async (name: string) => (await db()).collection(name);
    for (const { name, documentId, type, locales } of work.documents)
      for (const locale of locales) {
        const filter = { documentId, locale };
        if (may(name, 'draft', locale)) continue;
        const rows = await collection(`${type}s`);
        await (await collection('lectern_comments')).deleteMany(filter);
        await (await collection('lectern_presence')).deleteMany({ '_id.documentId': documentId, '_id.locale': locale });
        if (!may(name, 'published', locale)) await rows.deleteMany(filter);
        for (const at of ['', 'removed.'])
          await rows.updateMany({ ...filter, [`${at}draft`]: { $exists: true } }, [
            { $set: { [`${at}draft.title`]: 'another', [`${at}draft.updatedAt`]: `$${at}published.updatedAt` } },
            { $set: { draftStatus: 'published', strapi_stage: 'writing', strapi_assignee: null } },
          ]);
      }
  };

  it('is tried on every route of these functions', () => {
    expect(Object.keys(requests).sort()).toEqual([...workRoutes].sort());
  });

  it.each(names)('answers to %s say nothing hidden, and are the same without it', async (name) => {
    const caller = callerOf(name);
    const failures: unknown[] = [];
    await restoreFor(caller);
    const answers = await read(caller);
    for (const [url, answer] of answers) for (const word of leaksIn(caller, answer)) failures.push([url, word]);
    await restoreFor(caller);
    await hideRows(caller);
    for (const [url, answer] of await read(caller))
      if (answer !== answers.get(url)) failures.push([url, answers.get(url), answer]);
    expect(failures).toEqual([]);
    if ((readable.get(caller)?.size ?? 0) > 0 && !readsOnly.includes(name))
      expect(wordsIn([...answers.values()].join(' '))).not.toEqual(new Set());
  });

  it.each(names)('answers to writes of %s say nothing hidden', async (name) => {
    const caller = callerOf(name);
    await restoreFor(caller);
    const failures: unknown[] = [];
    const throughTools = requestThroughTools(api.service(), api.request);
    let sentThroughTools = 0;
    for (const { method, url, body } of requestsOf(work, false)) {
      const call = { as: caller.as, ...(body === undefined ? {} : { body }) };
      const byGraphql = await requestThroughGraphql(api.service(), api.request)(method, url, call);
      const replies = [await throughTools(method, url, call), byGraphql, await api.request(method, url, call)];
      if (replies[0] !== undefined) sentThroughTools += 1;
      for (const reply of replies)
        for (const word of leaksIn(caller, reply === undefined ? '' : textOf(reply)))
          failures.push([method, url, word]);
    }
    expect(failures).toEqual([]);
    expect(sentThroughTools > 0).toBe(caller.as !== null);
  });

  it.each(names.filter(isRole))('mails to %s say nothing hidden', async (name) => {
    const caller = callerOf(name);
    const mails = captureMails(api);
    await restoreFor(caller);
    // The caller has added all documents, and may not publish each.
    const [actions, releases] = ['lectern_release_actions', 'lectern_releases'] as const;
    await (await db()).collection(actions).updateMany({}, { $set: { author: caller.user } });
    await (await db()).collection(releases).updateMany({}, { $set: { due: new Date(1) } });
    await mailComments(api.service());
    await sweeperFor(api.service()).sweep();
    const user = await (await db()).collection('up_users').findOne({ documentId: caller.user });
    const own = mails.filter(({ to }) => to === user?.published.email);
    if (getsMails.includes(name)) expect(own).not.toEqual([]);
    expect(own.flatMap(({ subject, text }) => leaksIn(caller, `${subject} ${text}`))).toEqual([]);
  });
};

// `/api/live` tells nothing of what the caller may not read: hidden and absent tags have the same answers, whatever happens to
// hidden documents.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Member } from '../setup/accounts.ts';
import { createApi, relationTo, schemaOf, type Reply } from '../setup/api.ts';
import { knownChanges, LivePage } from '../setup/live.ts';

const type = (singularName: string, draftAndPublish: boolean, attributes: object) =>
  JSON.stringify({
    info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
    ...{ options: { draftAndPublish }, attributes },
  });

const api = createApi(
  schemaOf({
    'post.json': type('post', true, {
      title: { type: 'string' },
      open: { type: 'boolean' },
      notes: relationTo('manyToMany', 'note', { inversedBy: 'posts' }),
      links: relationTo('manyToMany', 'post', { inversedBy: 'linked' }),
      linked: relationTo('manyToMany', 'post', { mappedBy: 'links' }),
    }),
    'note.json': type('note', false, {
      text: { type: 'string' },
      posts: relationTo('manyToMany', 'post', { mappedBy: 'notes' }),
    }),
    'draft.json': type('draft', true, { title: { type: 'string' } }),
  }),
);

const posts = 'api::post.post';
const absent = 'a'.repeat(24);
/** Reads open posts, and all of the type `draft`. */
let reader: Member;
let visible: string;
let hidden: string;
let note: string;
let draft: string;

const create = (name: string, data: object) => api.create(`/api/${name}`, data);
const edit = (url: string, data: object) => async () => {
  const { status, body } = await api.put(url, data);
  expect(status, JSON.stringify(body)).toBe(200);
};

beforeAll(async () => {
  reader = await addMember(api.service(), [
    ...['find', 'findOne'].map((action) => ({ ...{ action: `${posts}.${action}`, filters: { open: true } } })),
    { action: 'api::draft.draft.find' },
  ]);
  visible = await create('posts', { title: 'Seen', open: true });
  note = await create('notes', { text: 'x', posts: [visible] });
  hidden = await create('posts', { title: 'Hidden', open: false, links: [visible], linked: [visible] });
  draft = await create('drafts?status=draft', { title: 'Draft' });
});

/** Makes the call, which must not be refused. */
const done = (call: () => Promise<Reply>) => async (): Promise<void> => {
  const { status, body } = await call();
  expect(status, JSON.stringify(body)).toBeLessThan(300);
};

/** What happens to documents that the reader may not read, in this order. */
const works: readonly (readonly [name: string, work: () => Promise<unknown>])[] = [
  ['edits a hidden document', () => edit(`/api/posts/${hidden}`, { title: 'Two' })()],
  ['creates one', () => create('posts', { title: 'Another', open: false })],
  ['removes its links from the visible document', () => edit(`/api/posts/${hidden}`, { linked: [] })()],
  ['adds them again', () => edit(`/api/posts/${hidden}`, { linked: [visible] })()],
  ['unpublishes it', done(() => api.request('POST', `/api/posts/${hidden}/actions/unpublish`))],
  ['deletes it, with the links of the visible document', done(() => api.delete(`/api/posts/${hidden}`))],
  ['restores it', done(() => api.request('POST', `/api/trash/${posts}/${hidden}/restore`))],
  ['edits a document of a type that the reader may not find', () => edit(`/api/notes/${note}`, { posts: [] })()],
  ['links it again', () => edit(`/api/notes/${note}`, { posts: [visible] })()],
  ['deletes it', done(() => api.delete(`/api/notes/${note}`))],
  ['edits the draft of the visible document', () => edit(`/api/posts/${visible}?status=draft`, { title: 'Later' })()],
  [
    'edits and deletes a draft that was never published',
    async () => {
      await edit(`/api/drafts/${draft}?status=draft`, { title: 'Still' })();
      await done(() => api.delete(`/api/drafts/${draft}`))();
    },
  ],
];

const tagSets = () => [
  [posts, visible, hidden],
  ['api::note.note', note],
  ['api::draft.draft', draft],
  ['api::role.absent', absent],
];

describe('the answers to a caller who may not read a document', () => {
  const pages = () => tagSets().map((tags) => new LivePage(api, tags, reader));

  it.each(works)('stay the same when an editor %s', async (_, work) => {
    const opened = pages();
    for (const page of opened) await page.poll();
    const before = opened.map(({ since }) => knownChanges(since));
    await work();
    for (const page of opened) expect(await page.poll()).toEqual([]);
    expect(opened.map(({ since }) => knownChanges(since))).toEqual(before);
    // Nor does a page that begins now learn of it.
    const late = pages();
    for (const page of late) await page.poll();
    expect(late.map(({ since }) => knownChanges(since))).toEqual(before);
  });

  it('are those for tags that do not exist', async () => {
    const ask = async (tags: readonly string[]) => {
      const now = Math.floor(Date.now() / 1000);
      const { status, body, headers } = await api.get(`/api/live?tags=${tags.join(',')}&since=${now - 30}`, reader);
      return [status, body.data, knownChanges(body.meta.since), headers['cache-control']];
    };
    const nothing = [200, [], '', 'private, no-store'];
    for (const tags of [[hidden], [note], ['api::note.note'], [draft], ['api::draft.draft'], [absent]])
      expect(await ask(tags), tags.join()).toEqual(nothing);
    expect(await ask([visible])).toEqual([200, [visible], expect.stringMatching(/^\../), 'private, no-store']);
  });

  it('change when a document becomes visible, and when one that was just written is hidden', async () => {
    const page = new LivePage(api, [posts, hidden, visible], reader);
    expect(await page.changesDuring(edit(`/api/posts/${hidden}`, { open: true }))).toEqual([posts, hidden].sort());
    expect(await page.changesDuring(edit(`/api/posts/${hidden}`, { open: false }))).toEqual([posts, hidden].sort());
    expect(await page.changesDuring(edit(`/api/posts/${hidden}`, { title: 'Hidden again' }))).toEqual([]);
  });

  it('take the same steps of the database as those for tags that do not exist', async () => {
    await api.createAllIndexes();
    const db = await api.service().database.get();
    /** What MongoDB did, without times. */
    const stepsOf = async (tag: string) => {
      await db.command({ profile: 0 });
      await db.dropCollection('system.profile');
      await db.command({ profile: 2, filter: { op: 'command', 'command.aggregate': { $exists: true } } });
      const since = Math.floor(Date.now() / 1000) - 30;
      const { status, body } = await api.get(`/api/live?tags=${posts},${tag}&since=${since}`, reader);
      await db.command({ profile: 0 });
      // A process remembers users and roles for some seconds.
      const content = { ns: /\.(?:posts|notes|drafts)$/ };
      const steps = await db.collection('system.profile').find(content).sort({ ts: 1 }).toArray();
      return {
        answer: [status, body.data],
        steps: steps.map(({ ns, keysExamined, docsExamined, nreturned, planSummary }) => ({
          ...{ ns: String(ns), keysExamined, docsExamined, nreturned, planSummary },
        })),
      };
    };
    const closed = await create('posts', { title: 'Closed', open: false });
    await edit(`/api/posts/${visible}`, { title: 'Seen again' })();
    const ofAbsent = await stepsOf(absent);
    expect(ofAbsent.steps).not.toEqual([]);
    for (const tag of [closed, note, draft, absent.replace('a', 'b')])
      expect(await stepsOf(tag), tag).toEqual(ofAbsent);
  });
});

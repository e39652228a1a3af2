// Jobs that change many documents: who may start and see them, what they do once, and what an undo takes back.
import { beforeAll, describe, expect, it } from 'vitest';
import { createJob } from '../../lib/bulkJobs/createJob.ts';
import { runItems, runJobs } from '../../lib/bulkJobs/runJobs.ts';
import { itemsIn, works, type BulkJob, type NewBulkJob, type StoredJob } from '../../lib/bulkJobs/storedJobs.ts';
import { findCallerByName } from '../../lib/platform/access/index.ts';
import { builtInUids } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { Timings } from '../../lib/platform/timings.ts';
import { storeDefinitions } from '../../lib/write/documents/index.ts';
import { addEditor, permit, type Member } from '../setup/accounts.ts';
import { createReleaseSite } from '../releases/releaseSite.ts';
import { componentFile, localized, relationTo, schemaOf, typeFile, type Reply } from '../setup/api.ts';

const stages = ['writing', 'ready'];
const drafts = { options: { draftAndPublish: true } };
const schema = schemaOf({
  'components/part/login.json': componentFile({ code: { type: 'password' } }),
  'components/part/note.json': componentFile({
    text: { type: 'string' },
    notes: { type: 'component', component: 'part.note', repeatable: true },
  }),
  'article.json': typeFile(
    'article',
    {
      ...{ title: { type: 'string', required: true }, section: { type: 'string' }, secret: { type: 'password' } },
      login: { type: 'component', component: 'part.login' },
      note: { type: 'component', component: 'part.note' },
      next: relationTo('oneToOne', 'article', { inversedBy: 'previous' }),
      previous: relationTo('oneToOne', 'article', { mappedBy: 'next' }),
    },
    { options: { draftAndPublish: true, review: { stages } } },
  ),
  'page.json': typeFile('page', { title: { type: 'string', ...localized } }, { ...drafts, ...localized }),
  'log.json': typeFile('log', { title: { type: 'string' } }, { options: { history: false } }),
  'home.json': typeFile('home', { title: { type: 'string' } }, { kind: 'singleType' }),
});

const article = 'api::article.article';
const page = 'api::page.page';
const log = 'api::log.log';

const site = createReleaseSite([], schema);
const { draft, stored } = site;

const path = '/api/editor/bulk/jobs';
const everything = ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'versions', 'review'];

/** May do everything with documents. */
let chief: Member;
/** May change what they created. */
let writer: Member;

beforeAll(async () => {
  await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  const service = site.service();
  await storeDefinitions(await service.database.get(), schema);
  chief = await addEditor(
    service,
    [article, page, log].flatMap((uid) => permit(uid, everything)),
  );
  writer = await addEditor(service, [
    ...permit(article, ['find', 'findOne', 'create', 'update', 'publish', 'versions'], { own: true }),
  ]);
});

type NewJob = Omit<NewBulkJob, 'type'> & { readonly type?: string };

const post = (data: object, as = chief.as) =>
  site.request('POST', path, { body: { data: { type: article, ...data } }, as });

/** The job of an answer, when it has ended: on a busy machine the request does not do all of it. */
const ended = async ({ body, status }: Reply, expected: number, as: Member['as']): Promise<BulkJob> => {
  expect([status, body.error]).toEqual([expected, undefined]);
  for (let job = body.data as BulkJob; ;) {
    if (job.state !== 'running' && job.state !== 'undoing') return job;
    await run();
    job = (await site.get(`${path}/${job.id}`, { as })).body.data as BulkJob;
  }
};

const start = async (data: NewJob, as = chief.as): Promise<BulkJob> => ended(await post(data, as), 201, as);

const act = (job: Pick<BulkJob, 'id'>, action: string, as = chief.as) =>
  site.request('POST', `${path}/${job.id}/${action}`, { as });

const undo = async (job: BulkJob, as = chief.as): Promise<BulkJob> => ended(await act(job, 'undo', as), 200, as);

/** A job of which nothing is done yet. */
const waiting = async (data: NewJob, user: Member = chief): Promise<StoredJob> => {
  const service = site.service();
  const caller = await findCallerByName(service, user.documentId);
  if (caller === undefined) throw new Error('no user');
  const reader = { service, caller: { ...caller, user: user.documentId }, timings: new Timings() };
  return createJob(reader, { type: article, ...data });
};

const jobRow = async (id: string) => (await site.collection<StoredJob>('lectern_bulk_jobs')).findOne({ _id: id });
const setRow = async (id: string, $set: object) =>
  (await site.collection<StoredJob>('lectern_bulk_jobs')).updateOne({ _id: id }, { $set });
const run = (service: Service = site.service()) => runJobs(service, () => false);
const found = async ({ _id }: StoredJob): Promise<BulkJob> =>
  (await site.get(`${path}/${_id}`, { as: chief.as })).body.data as BulkJob;

/** Lets the worker begin so many documents. */
const runSome = (count: number) => {
  // It also asks before the job, and before the first part.
  let left = count + 2;
  return runJobs(site.service(), () => left-- <= 0);
};

const create = async (count: number, title = 'Some', as = chief.as): Promise<readonly string[]> => {
  const data = Array.from({ length: count }, (_, index) => ({ create: { data: { title: `${title} ${index}` } } }));
  const { body } = await site.request('POST', '/api/articles/actions/bulk?status=draft', { body: { data }, as });
  return body.data.map((one: { data: { documentId: string } }) => one.data.documentId);
};

const sectionOf = async (documentId: string): Promise<unknown> => (await stored('articles', documentId)).draft?.section;

describe('a job', () => {
  it('changes documents as the user who starts it, with their history, and undoes that', async () => {
    const documentIds = await create(3);
    const job = await start({ documentIds, action: 'update', data: { section: 'news' } });
    expect(job).toMatchObject({ state: 'done', total: 3, changed: 3, failed: 0, canUndo: true, failures: [] });
    expect(await jobRow(job.id)).not.toHaveProperty('data');
    const document = await stored('articles', documentIds[0] ?? '');
    expect([document.draft?.section, document.updatedBy, document.written?.via]).toEqual([
      'news',
      chief.documentId,
      'bulk',
    ]);
    const undone = await undo(job);
    expect(undone).toMatchObject({ state: 'undone', changed: 0, undone: 3, left: 0, canUndo: false });
    expect((await stored('articles', documentIds[0] ?? '')).draft).toMatchObject({ section: null, title: 'Some 0' });
    expect((await act(job, 'undo')).status).toBe(409);
  });

  it('sets a component that may contain itself', async () => {
    const documentIds = await create(1);
    const job = await start({ documentIds, action: 'update', data: { note: { notes: [{ text: 'inner' }] } } });
    expect(job).toMatchObject({ state: 'done', changed: 1, failed: 0 });
    const { draft: values } = await stored('articles', documentIds[0] ?? '');
    expect(values?.note).toMatchObject({ notes: [{ text: 'inner' }] });
  });

  it.each<readonly [object, number, string | undefined]>([
    [{ type: 'api::home.home' }, 400, 'data.type'],
    [{ action: 'rename' }, 400, 'data.action'],
    [{ documentIds: [] }, 400, 'data.documentIds'],
    [{ documentIds: undefined }, 400, 'data.documentIds'],
    [{ query: 'filters[title]=x', expected: 1 }, 400, 'data.documentIds'],
    [{ documentIds: undefined, query: '' }, 400, 'data.expected'],
    [{ data: { title: {} } }, 400, 'data.data.title'],
    [{ data: { nope: 'x' } }, 400, 'data.data.nope'],
    [{ data: undefined }, 400, 'data.data'],
    [{ data: { secret: 'x' } }, 400, 'data.data.secret'],
    [{ data: { login: { code: 'x' } } }, 400, 'data.data.login'],
    [{ action: 'publish' }, 400, 'data.data'],
    [{ action: 'stage', data: undefined }, 400, 'data.id'],
    [{ action: 'stage', data: undefined, id: 9 }, 400, 'data.id'],
    [{ action: 'publish', data: undefined, type: log }, 400, 'data.action'],
    [{ action: 'stage', data: undefined, id: 1, type: page }, 400, 'data.action'],
    [{ type: page, locale: 'xx', data: { title: 'x' } }, 400, undefined],
    [{ type: page, locale: '*', data: { title: 'x' } }, 400, undefined],
    [{ extra: 1 }, 400, undefined],
  ])('refuses %j', async (body, status, at) => {
    const reply = await post({ documentIds: ['x'], action: 'update', data: { section: 'x' }, ...body });
    const { errors = [] } = reply.body.error.details;
    expect([reply.status, errors[0]?.path.join('.')]).toEqual([status, at]);
  });

  it('needs a user of the editor with the permission, and shows itself to nobody else', async () => {
    const [documentId = ''] = await create(1);
    const body = { documentIds: [documentId], action: 'delete' };
    expect((await post(body, writer.as)).status).toBe(403);
    expect((await site.request('POST', path, { body: { data: { type: article, ...body } } })).status).toBe(401);
    const job = await start({ documentIds: [documentId], action: 'publish' });
    for (const action of ['cancel', 'undo']) expect((await act(job, action, writer.as)).status).toBe(404);
    for (const method of ['GET', 'DELETE'])
      expect((await site.request(method, `${path}/${job.id}`, { as: writer.as })).status).toBe(404);
    expect((await site.get(path, { as: writer.as })).body.data).toEqual([]);
    expect((await site.get(path, { as: chief.as })).body.data[0]).toMatchObject({ id: job.id, failures: [] });
    expect((await site.delete(`${path}/${job.id}`, { as: chief.as })).status).toBe(204);
    expect(await (await site.collection('lectern_bulk_items')).countDocuments({ job: job.id })).toBe(0);
  });

  it('changes only what the user may change, and names no other document', async () => {
    const [own = ''] = await create(1, 'Own', writer.as);
    const [hidden = ''] = await create(1, 'Hidden');
    const job = await start(
      { documentIds: [own, hidden, 'absent'], action: 'update', data: { section: 'x' } },
      writer.as,
    );
    expect(job).toMatchObject({ changed: 1, failed: 2 });
    const [first, second] = job.failures.toSorted((one) => (one.documentId === hidden ? -1 : 1));
    expect([first?.title, first?.faults]).toEqual([null, second?.faults]);
    expect([await sectionOf(own), await sectionOf(hidden)]).toEqual(['x', undefined]);
  });

  it('creates no document in a locale where it is not, or not any more', async () => {
    const documentId = await site.create('/api/pages', { title: 'en' });
    await site.put(`/api/pages/${documentId}?locale=fr`, { title: 'fr' });
    await site.delete(`/api/pages/${documentId}?locale=fr`);
    const change = { type: page, documentIds: [documentId], action: 'update', data: { title: 'x' } } as const;
    const job = await start({ ...change, locale: 'fr' });
    expect([job.changed, job.failures[0]?.faults]).toEqual([0, [{ path: [], message: 'Document not found' }]]);
    expect((await site.get(`/api/pages/${documentId}?locale=fr&status=draft`)).status).toBe(404);
    expect((await start(change)).changed).toBe(1);
  });

  it('says of each document why it cannot be changed, with its title', async () => {
    const [documentId = ''] = await create(1, 'Without');
    await (await site.collection('articles')).updateOne({ documentId }, { $set: { 'draft.title': null } });
    const [other = ''] = await create(1, 'Complete');
    const job = await start({ documentIds: [documentId, other], action: 'publish' });
    expect(job).toMatchObject({ changed: 1, failed: 1, failures: [{ documentId, title: null }] });
    expect(job.failures[0]?.faults[0]?.path).toEqual(['title']);
    const draftOf = await start({ documentIds: [await draft('Named')], action: 'unpublish' });
    expect(draftOf.failures).toMatchObject([{ title: 'Named', faults: [{ path: [] }] }]);
  });

  it('takes the documents of a list, if there are as many as the user has seen', async () => {
    const documentIds = await create(4, 'Listed');
    const query = 'status=draft&filters[title][$startsWith]=Listed&pagination[pageSize]=1';
    const { status, body } = await post({ query, expected: 3, action: 'update', data: { section: 'x' } });
    expect([status, body.error.message]).toEqual([409, '4 documents match now, not 3: look at the list again']);
    const job = await start({ query, expected: 4, action: 'update', data: { section: 'x' } });
    expect([job.total, job.changed, await sectionOf(documentIds[3] ?? '')]).toEqual([4, 4, 'x']);
    expect((await post({ query: 'filters[nope]=1', expected: 1, action: 'publish' })).status).toBe(400);
  });
});

describe('a job that goes on without its request', () => {
  it('is one of at most ten of a user', async () => {
    const user = await addEditor(site.service(), permit(article, everything));
    const data = { documentIds: await create(1), action: 'publish' } as const;
    for (let count = 0; count < 10; count++) await waiting(data, user);
    const { status, body } = await post(data, user.as);
    expect([status, body.error.message]).toEqual([409, '10 of your jobs are running: wait until one ends']);
    await run();
    expect((await post(data, user.as)).status).toBe(201);
  });

  it('does not change what the user may not change any more', async () => {
    const user = await addEditor(site.service(), permit(article, everything));
    const documentIds = await create(2);
    const job = await waiting({ documentIds, action: 'update', data: { section: 'late' } }, user);
    const role = (await stored('up_users', user.documentId)).published?.role as { readonly to: string };
    const permissions = permit(article, ['find', 'findOne', 'update'], { own: true });
    await (
      await site.collection('up_roles')
    ).updateOne({ documentId: role.to }, { $set: { 'published.permissions': permissions } });
    await run();
    expect(await sectionOf(documentIds[0] ?? '')).toBeUndefined();
    const row = await jobRow(job._id);
    const states = await (await site.collection('lectern_bulk_items')).distinct('state', { job: job._id });
    expect([row?.state, states]).toEqual(['done', ['failed']]);
  });

  it('changes nothing for a user who may not log in any more', async () => {
    const user = await addEditor(site.service(), permit(article, everything));
    const documentIds = await create(1);
    const job = await waiting({ documentIds, action: 'delete' }, user);
    const users = await site.collection(site.service().schema.types.get(builtInUids.user)?.collectionName ?? '');
    await users.updateOne({ documentId: user.documentId }, { $set: { 'published.blocked': true } });
    await run();
    expect(await stored('articles', documentIds[0] ?? '')).toHaveProperty('draft');
    const items = await site.collection('lectern_bulk_items');
    expect(await items.findOne({ job: job._id })).toMatchObject({ state: 'failed' });
  });

  it('is continued when its process has died, and changes each document once', async () => {
    const documentIds = await create(60);
    const job = await waiting({ documentIds, action: 'update', data: { section: 'once' } });
    await runSome(50);
    expect(await found(job)).toMatchObject({ state: 'running', changed: 50 });
    await setRow(job._id, { worker: 'another process', leasedUntil: new Date(Date.now() + 60_000) });
    await run();
    expect((await found(job)).changed).toBe(50);
    await setRow(job._id, { leasedUntil: new Date(0) });
    await run();
    expect(await found(job)).toMatchObject({ state: 'done', changed: 60 });
    const revisions = await (
      await site.collection('articles')
    ).distinct('revision', { documentId: { $in: documentIds } });
    expect(revisions).toEqual([2]);
  });

  it('changes a document once, also if two processes do the same step, or one of them repeats it', async () => {
    const documentIds = await create(3);
    const job = await waiting({ documentIds, action: 'update', data: { section: 'once' } });
    const db = await site.service().database.get();
    const items = await itemsIn(db).find({ job: job._id }).toArray();
    const step = () => runItems(site.service(), job, works.running, items, () => false);
    await Promise.all([step(), step()]);
    await step();
    expect(await found(job)).toMatchObject({ changed: 3, failed: 0 });
    const revisions = await (
      await site.collection('articles')
    ).distinct('revision', { documentId: { $in: documentIds } });
    expect(revisions).toEqual([2]);
    await run();
  });

  it('can be canceled: what is done stays, and can be undone', async () => {
    const documentIds = await create(60);
    const job = await waiting({ documentIds, action: 'update', data: { section: 'x' } });
    await runSome(50);
    expect((await site.delete(`${path}/${job._id}`, { as: chief.as })).status).toBe(409);
    const { body } = await act({ id: job._id }, 'cancel');
    expect(body.data).toMatchObject({ state: 'canceled', changed: 50, total: 60, canUndo: true });
    await run();
    expect((await found(job)).changed).toBe(50);
    expect((await act({ id: job._id }, 'cancel')).status).toBe(409);
    expect(await undo(body.data as BulkJob)).toMatchObject({ state: 'undone', undone: 50 });
  });

  it('changes nothing after the answer that it is canceled, keeps no values, and can be undone at once', async () => {
    const documentIds = await create(150);
    const job = await waiting({ documentIds, action: 'update', data: { section: 'x' } });
    const running = run();
    await expect.poll(async () => (await found(job)).changed).toBeGreaterThan(0);
    const { changed } = (await act({ id: job._id }, 'cancel')).body.data as BulkJob;
    expect(changed).toBeLessThan(150);
    await running;
    expect((await found(job)).changed).toBe(changed);
    const row = await jobRow(job._id);
    for (const name of ['data', 'worker', 'leasedUntil']) expect(row).not.toHaveProperty(name);
    await act({ id: job._id }, 'undo');
    await run();
    expect(await found(job)).toMatchObject({ state: 'undone', undone: changed });
  });
});

const publish = (documentId: string) =>
  site.request('POST', `/api/articles/${documentId}/actions/publish`, { as: chief.as });
const save = (documentId: string, data: object) =>
  site.request('PUT', `/api/articles/${documentId}?status=draft`, { body: { data }, as: chief.as });
const contentOf = async (documentId: string) => {
  const {
    draft: now,
    published,
    strapi_stage: stage,
    strapi_assignee: assignee,
  } = await stored('articles', documentId);
  return [now?.title, published?.title, stage, assignee];
};

describe('an undo', () => {
  it('leaves what somebody has changed since, and names it', async () => {
    const documentIds = await create(3, 'Since');
    const job = await start({ documentIds, action: 'update', data: { section: 'x' } });
    const [first = '', second = '', third = ''] = documentIds;
    await save(first, { title: 'Mine' });
    await site.request('PUT', `/api/articles/${second}/stage`, { body: { data: { id: 2 } }, as: chief.as });
    const undone = await undo(job);
    expect(undone).toMatchObject({ state: 'undone', undone: 1, left: 2, changed: 0 });
    expect(undone.failures.map(({ title }) => title).toSorted()).toEqual(['Mine', 'Since 1']);
    expect(undone.failures[0]?.faults).toEqual([{ path: [], message: 'Somebody has changed the document since' }]);
    expect(await Promise.all([first, second, third].map(sectionOf))).toEqual(['x', 'x', null]);
  });

  it('of an update removes links that the job has set, and leaves a document whose links others hold', async () => {
    const [owner = '', held = '', target = ''] = await create(3);
    const owning = await start({ documentIds: [owner], action: 'update', data: { next: target } });
    expect(await undo(owning)).toMatchObject({ undone: 1, left: 0 });
    expect((await stored('articles', owner)).draft?.next ?? null).toBeNull();
    const inverse = await start({ documentIds: [held], action: 'update', data: { previous: target } });
    expect(await undo(inverse)).toMatchObject({ undone: 0, left: 1 });
  });

  it('of an update puts back only what the job has set: a link that another document has taken stays there', async () => {
    const [changed = '', taker = '', target = ''] = await create(3);
    await save(changed, { next: target });
    const job = await start({ documentIds: [changed], action: 'update', data: { section: 'x' } });
    await save(taker, { next: target });
    expect(await undo(job)).toMatchObject({ undone: 1, left: 0 });
    const { body } = await site.get(`/api/articles/${target}?status=draft&populate=previous`, { as: chief.as });
    expect([body.data.previous?.documentId, await sectionOf(changed)]).toEqual([taker, null]);
  });

  it.each([
    ['publish', 'a draft', () => Promise.resolve()],
    ['publish', 'a published document', publish],
    ['publish', 'a modified document', async (id: string) => [await publish(id), await save(id, { title: 'Newer' })]],
    ['unpublish', 'a published document', publish],
    ['unpublish', 'a modified document', async (id: string) => [await publish(id), await save(id, { title: 'Newer' })]],
    ['delete', 'a draft', () => Promise.resolve()],
    ['delete', 'a modified document', async (id: string) => [await publish(id), await save(id, { title: 'Newer' })]],
    ['stage', 'a draft', () => Promise.resolve()],
    ['assignee', 'a draft', () => Promise.resolve()],
  ] as const)('of %s puts %s back', async (action, _what, prepare) => {
    const documentId = await draft('Before');
    await prepare(documentId);
    const before = await contentOf(documentId);
    const assignee = (await stored('up_users', chief.documentId)).published?.id ?? 0;
    const id = { stage: { id: 2 }, assignee: { id: assignee } };
    const job = await start({
      documentIds: [documentId],
      action,
      ...(action in id ? id[action as keyof typeof id] : {}),
    });
    expect(job).toMatchObject({ changed: 1, failed: 0, canUndo: true });
    if (action !== 'publish' || before[1] !== before[0]) expect(await contentOf(documentId)).not.toEqual(before);
    expect(await undo(job)).toMatchObject({ undone: 1, left: 0 });
    const after = await contentOf(documentId);
    expect(after.map((value) => value ?? null)).toEqual(
      before.map((value, index) => value ?? (index === 2 && action === 'stage' ? 'writing' : null)),
    );
  });

  it('brings back the locales that the job deleted, and no other', async () => {
    const documentId = await site.create('/api/pages', { title: 'en' });
    await site.put(`/api/pages/${documentId}?locale=fr`, { title: 'fr' });
    await site.delete(`/api/pages/${documentId}?locale=fr`);
    const job = await start({ type: page, documentIds: [documentId], action: 'delete', locale: '*' });
    expect(await undo(job)).toMatchObject({ undone: 1 });
    expect((await site.get(`/api/pages/${documentId}`)).status).toBe(200);
    expect((await site.get(`/api/pages/${documentId}?locale=fr`)).status).toBe(404);
  });

  it('of a deletion needs the trash', async () => {
    const { trash } = site.service().config;
    const { days } = trash;
    Object.assign(trash, { days: 0 });
    const job = await start({ documentIds: await create(1), action: 'delete' });
    const { status } = await act(job, 'undo');
    Object.assign(trash, { days });
    expect([job.changed, job.canUndo, status]).toEqual([1, false, 409]);
  });

  it('needs the history of the type', async () => {
    const documentId = await site.create('/api/logs', { title: 'One' });
    const job = await start({ type: log, documentIds: [documentId], action: 'update', data: { title: 'Two' } });
    expect([job.changed, job.canUndo, (await act(job, 'undo')).status]).toEqual([1, false, 409]);
  });
});

// A migration beside previous servers: it copies first, and removes old names last.
import { describe, expect, it } from 'vitest';
import {
  findMigrationStatus,
  followWrites,
  migrate,
  noMigrationOptions,
  prepareDatabase,
  readRecord,
  repeatMigration,
  resumeMigration,
  type MigrationOptions,
} from '../../../cli/migrate/index.ts';
import { undoLast } from '../../../cli/migrate/phaseCommands.ts';
import { changePermissions, createRole } from '../../../lib/accounts/roles/index.ts';
import { silentLog, type Api } from '../../setup/api.ts';
import { waitFor } from '../../setup/waitFor.ts';
import { component, Site, type, type Files } from './site.ts';

const site = new Site();
const string = { type: 'string' };
const unique = { ...string, unique: true };
const article = (attributes: object): Files => type('article', attributes);
const [before, after] = [article({ title: unique, note: string }), article({ headline: unique })];
const file = (options: Partial<MigrationOptions>) => ({
  name: '1.json',
  options: { ...noMigrationOptions, ...options },
});
const rename = file({ rename: ['article.title=headline'], drop: ['article.note'] });

/** What `lectern types migrate --pending` does. */
const copy = async (files: Files, migrationFile = rename, log: (line: string) => void = silentLog): Promise<Api> => {
  const api = site.of(files);
  const status = await findMigrationStatus(api.service(), { files: [migrationFile] });
  if (status.is !== 'known') return expect.fail(status.is);
  await migrate(api.service(), status, log, 'copy');
  return api;
};

const statusOf = async (files: Files, migrationFiles: readonly (typeof rename)[]) => {
  const status = await findMigrationStatus(site.of(files).service(), { files: migrationFiles });
  return status.is === 'known' ? status : expect.fail(status.is);
};

const write = async (api: Api, id: string | undefined, values: object) => {
  expect((await api.put(`/api/articles/${id ?? ''}`, values)).status).toBe(200);
};
const read = async (api: Api, id: string) => (await api.get(`/api/articles/${id}`)).body.data;
const storedNames = async (): Promise<readonly string[]> => {
  const documents = await (await site.db()).collection('articles').find().toArray();
  const versions = documents.flatMap(({ draft, published }) => [draft, published] as object[]);
  return ['title', 'headline', 'note', '_copied'].filter((name) => versions.some((version) => name in version));
};

const interrupt = (): never => {
  throw new Error('interrupted');
};
const interruptRewrite = (line: string): void => {
  if (line.startsWith('migrating')) interrupt();
};

/** What `lectern types migrate --undo` does, with these content types and migration files; returns its lines. */
const undo = async (
  files: Files,
  log: (line: string) => void = silentLog,
  migrationFiles: readonly (typeof rename)[] = [],
): Promise<readonly string[]> => {
  const service = site.of(files).service();
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
    log(line);
  };
  const terminal = { env: {}, print, log: print, isTTY: false, ask: undefined };
  const status = await findMigrationStatus(service, { files: migrationFiles });
  expect(await undoLast(terminal, service, status, { yes: true })).toBe(true);
  return lines;
};

describe('a migration beside previous servers', () => {
  it('lets both read and write until it is finished, and then removes the old names', async () => {
    const old = await site.begin(before);
    const id = await old.create('/api/articles', { title: 'one', note: 'n' });
    const now = await copy(after);
    expect([await read(old, id), await read(now, id)]).toMatchObject([
      { title: 'one', note: 'n' },
      { headline: 'one' },
    ]);
    // Both start, and neither removes the unique index of the other.
    for (const files of [[], [rename]])
      await prepareDatabase(site.of(files.length === 0 ? before : after).service(), { files });
    expect((await old.post('/api/articles', { title: 'one' })).status).toBe(400);

    const other = await old.create('/api/articles', { title: 'two' });
    await old.put(`/api/articles/${id}`, { title: 'uno' });
    await repeatMigration(now.service(), silentLog, 'recopy');
    expect([await read(now, id), await read(now, other)]).toMatchObject([{ headline: 'uno' }, { headline: 'two' }]);

    await now.put(`/api/articles/${other}`, { headline: 'due' });
    await repeatMigration(now.service(), silentLog, 'recopy');
    expect(await read(old, other)).toMatchObject({ title: 'due' });

    await old.put(`/api/articles/${id}`, { title: 'eins' });
    await repeatMigration(now.service(), silentLog);
    expect([await read(now, id), await read(now, other)]).toMatchObject([{ headline: 'eins' }, { headline: 'due' }]);
    expect(await storedNames()).toEqual(['headline']);
    expect(JSON.stringify(await readRecord(await site.db()))).not.toContain('isOpen');
    expect((await statusOf(after, [rename])).plan.changes).toEqual([]);
    const indexes = await (await site.db()).collection('articles').indexes();
    expect(indexes.filter((index) => index.unique === true).map(({ name }) => name)).not.toContain('draft.title');
  });

  it('can be taken back, with what either wrote', async () => {
    const old = await site.begin(before);
    const id = await old.create('/api/articles', { title: 'one', note: 'n' });
    const now = await copy(after);
    await old.put(`/api/articles/${id}`, { title: 'uno' });
    const other = await now.create('/api/articles', { headline: 'two' });
    await repeatMigration(site.of(before).service(), silentLog, 'undo');
    expect([await read(old, id), await read(old, other)]).toMatchObject([
      { title: 'uno', note: 'n' },
      { title: 'two' },
    ]);
    expect(await storedNames()).toEqual(['title', 'note']);
    await prepareDatabase(old.service(), { files: [] });
    // And made again.
    await copy(after);
    expect(await read(now, id)).toMatchObject({ headline: 'uno' });
  });

  it('goes on where it was interrupted', async () => {
    const old = await site.begin(before);
    const id = await old.create('/api/articles', { title: 'one' });
    const now = site.of(after).service();
    await expect(migrate(now, await statusOf(after, [rename]), interrupt, 'copy')).rejects.toThrow('interrupted');
    await resumeMigration(now, silentLog);
    expect(await storedNames()).toEqual(['title', 'headline', '_copied']);
    await expect(repeatMigration(now, interrupt)).rejects.toThrow('interrupted');
    await resumeMigration(now, silentLog);
    expect(await storedNames()).toEqual(['headline']);
    expect(await read(site.of(after), id)).toMatchObject({ headline: 'one' });
  });

  it.each(['copy', 'recopy'] as const)('can be taken back where it was interrupted: %s', async (phase) => {
    const old = await site.begin(before);
    const id = await old.create('/api/articles', { title: 'one', note: 'n' });
    if (phase === 'recopy') await copy(after);
    const now = site.of(after).service();
    const run = phase === 'recopy' ? repeatMigration(now, interrupt, 'recopy') : copy(after, rename, interruptRewrite);
    await expect(run).rejects.toThrow('interrupted');
    await expect(prepareDatabase(old.service())).rejects.toThrow('`lectern types migrate --undo` takes it back');
    await old.put(`/api/articles/${id}`, { title: 'uno' });
    expect(await undo(before)).toContain('takes back a rename: article.headline=title');
    expect(await read(old, id)).toMatchObject({ title: 'uno', note: 'n' });
    expect(await storedNames()).toEqual(['title', 'note']);
    await prepareDatabase(old.service(), { files: [] });
    await copy(after);
  });

  it('is not taken back where old names have gone, until it is finished', async () => {
    const old = await site.begin(before);
    await old.create('/api/articles', { title: 'one' });
    const now = (await copy(after)).service();
    await expect(repeatMigration(now, interruptRewrite)).rejects.toThrow('interrupted');
    await expect(undo(after)).rejects.toThrow('some documents lack the old names: finish it');
    await resumeMigration(now, silentLog);
    expect(await storedNames()).toEqual(['headline']);
    // That is a copy, too, and goes on in the same direction.
    await expect(undo(before, interruptRewrite)).rejects.toThrow('interrupted');
    await undo(before);
    expect(await storedNames()).toEqual(['title', 'headline', '_copied']);
    await prepareDatabase(site.of(before).service(), { files: [] });
  });

  it.each(['done', 'interrupted'])('takes back names alone, and says what else stays: %s', async (state) => {
    const [integer, text] = [{ type: 'integer' }, string];
    const [first, second] = [article({ title: unique, views: integer }), article({ headline: unique, views: text })];
    const old = await site.begin(first);
    const id = await old.create('/api/articles', { title: 'one', views: 1 });
    const copied = copy(
      second,
      file({ rename: ['article.title=headline'] }),
      state === 'done' ? silentLog : interruptRewrite,
    );
    if (state === 'done') expect(await read(await copied, id)).toMatchObject({ headline: 'one', views: '1' });
    else await expect(copied).rejects.toThrow('interrupted');
    expect(await undo(first)).toEqual(
      expect.arrayContaining([
        'does not take back what else the migration has changed: article.views',
        'article.views: `lectern types diff` with the previous content types says how to change them back',
      ]),
    );
    expect((await site.findings(first)).map(({ place, means }) => `${place} ${means}`)).toEqual([
      'article.views was string, and is integer',
    ]);
    await site.migrate(first);
    expect(await read(old, id)).toMatchObject({ title: 'one', views: 1 });
  });

  it('is over at once where it leaves no old names', async () => {
    await site.begin(article({ views: { type: 'integer' } }));
    await copy(article({ views: string }), file({}));
    expect((await readRecord(await site.db()))?.last?.isOpen).toBeUndefined();
  });

  it('copies attributes of components, also in lists', async () => {
    const files = (attribute: string): Files => ({
      ...article({ quotes: { type: 'component', component: 'shared.quote', repeatable: true } }),
      ...component('shared.quote', { [attribute]: string }),
    });
    const old = await site.begin(files('body'));
    const id = await old.create('/api/articles', { quotes: [{ body: 'a' }, { body: 'b' }] });
    const now = await copy(files('text'), file({ rename: ['shared.quote.body=text'] }));
    const quotes = async (api: Api) => (await api.get(`/api/articles/${id}?populate=quotes`)).body.data.quotes;
    expect(await quotes(old)).toMatchObject([{ body: 'a' }, { body: 'b' }]);
    expect(await quotes(now)).toMatchObject([{ text: 'a' }, { text: 'b' }]);
    await old.put(`/api/articles/${id}`, { quotes: [{ body: 'c' }] });
    await repeatMigration(now.service(), silentLog);
    expect(await quotes(now)).toMatchObject([{ text: 'c' }]);
    expect(JSON.stringify(await site.stored('articles'))).not.toMatch(/\bbody\b|_copied/);
  });

  describe('where a component has another place or name', () => {
    const quotes = (name: string, attributes: object): Files => ({
      ...article({ [name]: { type: 'component', component: 'shared.quote', repeatable: true } }),
      ...component('shared.quote', attributes),
    });
    const zone = (uid: string, attributes: object): Files => ({
      ...article({ parts: { type: 'dynamiczone', components: [uid] } }),
      ...component(uid, attributes),
    });
    const [body, text] = [{ body: string, note: string }, { text: string }];
    const both = { rename: ['shared.quote.body=text'], drop: ['shared.quote.note'] };
    const cases = {
      'a renamed attribute': {
        ...{ first: quotes('quotes', body), second: quotes('cites', text), field: ['quotes', 'cites'] as const },
        ...{ entry: {}, options: { ...both, rename: [...both.rename, 'article.quotes=cites'] } },
      },
      'a renamed component in a zone': {
        ...{ first: zone('shared.quote', body), second: zone('shared.cite', text), field: ['parts', 'parts'] as const },
        entry: { __component: 'shared.quote' },
        options: { ...both, rename: [...both.rename, 'shared.quote=shared.cite'] },
      },
    };

    it.each(Object.entries(cases))('removes old names and what is dropped in it: %s', async (_, one) => {
      const old = await site.begin(one.first);
      const id = await old.create('/api/articles', { [one.field[0]]: [{ ...one.entry, body: 'a', note: 'n' }] });
      const now = await copy(one.second, file(one.options));
      await repeatMigration(now.service(), silentLog, 'recopy');
      await repeatMigration(now.service(), silentLog);
      const { data } = (await now.get(`/api/articles/${id}?populate=*`)).body;
      expect(data[one.field[1]]).toMatchObject([{ text: 'a' }]);
      expect(JSON.stringify(await site.stored('articles'))).not.toMatch(/\b(?:body|note)\b|_copied/);
    });

    it('takes back what the new content types wrote in it', async () => {
      const { first, second, options } = cases['a renamed attribute'];
      const old = await site.begin(first);
      const id = await old.create('/api/articles', { quotes: [{ body: 'a', note: 'n' }] });
      const now = await copy(second, file(options));
      await write(now, id, { cites: [{ text: 'b' }] });
      await undo(first);
      await site.migrate(first, { rename: ['article.cites=quotes'] });
      expect((await old.get(`/api/articles/${id}?populate=*`)).body.data.quotes).toMatchObject([{ body: 'b' }]);
    });
  });

  it('keeps what servers of before write where it has filled in a default', async () => {
    const old = await site.begin(article({ title: string, views: { type: 'integer' } }));
    const [id, other] = [await old.create('/api/articles', {}), await old.create('/api/articles', {})];
    const options = { rename: ['article.views=hits'], fill: ['article.hits'] };
    const now = await copy(article({ title: string, hits: { type: 'integer', default: 0 } }), file(options));
    await write(old, id, { views: 5 });
    await repeatMigration(now.service(), silentLog);
    expect([await read(now, id), await read(now, other)]).toMatchObject([{ hits: 5 }, { hits: 0 }]);
  });

  it('is in no answer about versions', async () => {
    const old = await site.begin(before);
    const id = await old.create('/api/articles', { title: 'one' });
    const now = await copy(after);
    await write(now, id, { headline: 'two' });
    const numbers = (await now.get(`/api/articles/${id}/versions`)).body.data.map(
      (one: { number: number }) => one.number,
    );
    const url = (path: string): string => `/api/articles/${id}/versions/${path}`;
    for (const number of numbers) {
      const answers = [await now.get(url(`${number}?view=edit`)), await now.post(url(`${number}/restore`), undefined)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(JSON.stringify(answers)).not.toContain('_copied');
    }
  });

  it('names no passwords, not even their hashes', async () => {
    const password = { type: 'password' };
    const old = await site.begin(article({ code: password, pin: password }));
    await old.create('/api/articles', { code: 'secret one', pin: 'secret two' });
    await site.migrate(article({ code: password }));
    const [finding] = await site.findings(article({ pin: password }), { rename: ['article.code=pin'] });
    expect(finding?.obstacles.first).toEqual([
      expect.stringMatching(/^\w+ has one as "pin" already, and one as "code"$/),
    ]);
  });

  it('can be taken back, and then forward: older commits are refused again', async () => {
    const old = await site.begin(before);
    await old.create('/api/articles', { title: 'one' });
    await repeatMigration((await copy(after)).service(), silentLog);
    await undo(before);
    await undo(after, silentLog, [rename]);
    await prepareDatabase(site.of(after).service(), { files: [rename] });
    const start = prepareDatabase(old.service(), { files: [] });
    await expect(start).rejects.toThrow('The documents are newer than this commit');
    await expect(undo(before)).rejects.toThrow('`lectern types migrate --rename`');
  });

  const begin = async (...titles: readonly string[]) => {
    const old = await site.begin(before);
    const ids: string[] = [];
    for (const title of titles) ids.push(await old.create('/api/articles', { title }));
    return { old, ids };
  };
  const headlines = (api: Api, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await read(api, id)).headline as string));

  it.each(['finish', 'undo'] as const)('copies unique values that documents swap or hand on: %s', async (phase) => {
    const { old, ids } = await begin('a', 'b', 'c', 'd');
    const now = await copy(after);
    const writes: readonly (readonly [number, string])[] = [
      ...([
        [0, 'x'],
        [1, 'a'],
        [0, 'b'],
      ] as const),
      ...([
        [3, 'e'],
        [2, 'd'],
      ] as const),
    ];
    const [writer, reader, from, to] =
      phase === 'finish' ? ([old, now, 'title', 'headline'] as const) : ([now, old, 'headline', 'title'] as const);
    for (const [index, value] of writes) await write(writer, ids[index], { [from]: value });
    await repeatMigration(reader.service(), silentLog, phase === 'undo' ? phase : undefined);
    const values = await Promise.all(ids.map(async (id) => (await read(reader, id))[to] as string));
    expect(values).toEqual(['b', 'a', 'd', 'e']);
  });

  it('copies unique values that documents hand on while it copies', async () => {
    const { old, ids } = await begin('a', 'b');
    const now = site.of(after);
    await expect(migrate(now.service(), await statusOf(after, [rename]), interruptRewrite, 'copy')).rejects.toThrow(
      'interrupted',
    );
    await write(old, ids[0], { title: 'c' });
    const other = await old.create('/api/articles', { title: 'a' });
    await resumeMigration(now.service(), silentLog);
    expect(await headlines(now, [...ids, other])).toEqual(['c', 'b', 'a']);
  });

  it('names documents that both have got the same unique value, and goes on when one has another', async () => {
    const { old, ids } = await begin('a', 'b');
    const [one = '', two = ''] = ids;
    const now = await copy(after);
    await write(old, one, { title: 'x' });
    await write(now, two, { headline: 'x' });
    await expect(repeatMigration(now.service(), silentLog)).rejects.toThrow(
      new RegExp(`${one}.*${two}.* of articles would both have "x".* Give one of them another value`),
    );
    await write(now, two, { headline: 'y' });
    await resumeMigration(now.service(), silentLog);
    expect(await headlines(now, ids)).toEqual(['x', 'y']);
  });

  it('renames attributes in conditions and comments last, also with a type', async () => {
    const old = await site.begin({ ...article({ title: string }), ...type('author', { name: string }) });
    const db = await site.db();
    const role = await createRole(old.service(), { name: 'Reader' });
    const permissions = (articleUid: string, title: string, name: string) => [
      { action: `${articleUid}.find`, filters: { [title]: 'x' } },
      { action: 'api::author.author.find', filters: { [name]: 'x' } },
    ];
    const comment = (uid: string, path: string) => ({ type: uid, path });
    await changePermissions(old.service(), role.documentId, () => permissions('api::article.article', 'title', 'name'));
    const comments = db.collection('lectern_comments');
    await comments.insertMany([comment('api::article.article', 'title'), comment('api::author.author', 'name')]);
    const stored = async () => [
      (await db.collection('up_roles').findOne({ documentId: role.documentId }))?.published.permissions,
      await comments.find({}, { projection: { _id: 0 } }).toArray(),
    ];
    const now = await copy(
      { ...type('post', { headline: string }), ...type('author', { nick: string }) },
      file({ rename: ['article=post', 'article.title=headline', 'author.name=nick'] }),
    );
    expect(await stored()).toEqual([
      permissions('api::post.post', 'title', 'name'),
      [comment('api::post.post', 'title'), comment('api::author.author', 'name')],
    ]);
    await repeatMigration(now.service(), silentLog);
    expect(await stored()).toEqual([
      permissions('api::post.post', 'headline', 'nick'),
      [comment('api::post.post', 'headline'), comment('api::author.author', 'nick')],
    ]);
  });

  it('follows the writes of others where two documents have got the same unique value', async () => {
    const { old, ids } = await begin('a', 'b');
    const now = await copy(after);
    await write(old, ids[0], { title: 'x' });
    await write(now, ids[1], { headline: 'x' });
    const stop = await followWrites(now.service(), (error) => expect.fail(String(error)));
    await write(old, ids[0], { title: 'x', note: 'n' });
    const other = await old.create('/api/articles', { title: 'c' });
    await waitFor(async () => {
      expect(await headlines(now, [other])).toEqual(['c']);
    });
    await stop?.();
  });

  it('keeps for each attribute what was written last, while it follows the writes of others', async () => {
    const old = await site.begin(article({ title: string, note: string }));
    const ids: string[] = [];
    for (let index = 0; index < 10; index++) ids.push(await old.create('/api/articles', { title: 'a' }));
    const options = { rename: ['article.title=headline', 'article.note=remark'] };
    const now = await copy(article({ headline: string, remark: string }), file(options));
    const stop = await followWrites(now.service(), (error) => expect.fail(String(error)));
    await Promise.all(
      ids.map(async (id) => {
        await write(old, id, { title: 'b' });
        await write(now, id, { headline: 'c' });
        await write(old, id, { note: 'n' });
      }),
    );
    await stop?.();
    expect(await headlines(now, ids)).toEqual(ids.map(() => 'c'));
  });

  it('names a document that has no room for both names, and can be taken back', async () => {
    const [first, second] = [article({ data: { type: 'json' } }), article({ content: { type: 'json' } })];
    const old = await site.begin(first);
    const id = await old.create('/api/articles', { data: 'x' });
    const data = 'x'.repeat(5_000_000);
    const articles = (await site.db()).collection('articles');
    await articles.updateOne({ documentId: id }, { $set: { 'draft.data': data, 'published.data': data } });
    const copied = copy(second, file({ rename: ['article.data=content'] }));
    await expect(copied).rejects.toThrow(new RegExp(`^${id} of articles would have more than 16 MB.* --undo`));
    await undo(first);
    await site.migrate(second, { rename: ['article.data=content'] });
    expect((await articles.findOne())?.draft.content).toHaveLength(data.length);
  });

  it('is not joined by another one', async () => {
    await site.begin(before);
    const now = await copy(after);
    const more = { name: '2.json', options: { ...noMigrationOptions, rename: ['article.headline=caption'] } };
    const next = site.of(article({ caption: string })).service();
    const status = await findMigrationStatus(next, { files: [rename, more] });
    if (status.is !== 'known') return expect.fail(status.is);
    await expect(migrate(next, status, silentLog, 'copy')).rejects.toThrow('(migrations/1.json) keeps the old names');
    await repeatMigration(now.service(), silentLog);
  });

  it('gives what one of them writes to the other, while it follows their writes', async () => {
    const old = await site.begin(before);
    const now = await copy(after);
    const stop = await followWrites(now.service(), (error) => expect.fail(String(error)));
    const id = await old.create('/api/articles', { title: 'one' });
    await waitFor(async () => {
      expect(await read(now, id)).toMatchObject({ headline: 'one' });
    });
    await now.put(`/api/articles/${id}`, { headline: 'uno' });
    await waitFor(async () => {
      expect(await read(old, id)).toMatchObject({ title: 'uno' });
    });
    await stop?.();
    await repeatMigration(now.service(), silentLog);
    expect(await followWrites(now.service(), () => undefined)).toBeUndefined();
  });
});

describe('a project that lacks a migration of its database', () => {
  it('starts no server, except while the old names are there', async () => {
    const old = await site.begin(before);
    await old.create('/api/articles', { title: 'one' });
    const now = await copy(after);
    const start = () => prepareDatabase(old.service(), { files: [] });
    await start();
    await repeatMigration(now.service(), silentLog);
    await expect(start()).rejects.toThrow(
      /^The documents are newer than this commit, .* \(migrations\/1\.json\): .* `lectern types migrate --undo`/,
    );
    // The files do not matter.
    await prepareDatabase(old.service());
    await prepareDatabase(now.service(), { files: [rename] });
  });

  it('starts no server while an earlier migration than the open one is missing', async () => {
    const old = await site.begin(before);
    await repeatMigration((await copy(after)).service(), silentLog);
    const second = { name: '2.json', options: { ...noMigrationOptions, rename: ['article.headline=caption'] } };
    await copy(article({ caption: unique }), second);
    await prepareDatabase(site.of(after).service(), { files: [rename] });
    await expect(prepareDatabase(old.service(), { files: [] })).rejects.toThrow('it would answer null');
  });
});

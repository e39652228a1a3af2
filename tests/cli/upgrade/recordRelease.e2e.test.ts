// Records what a release stores and answers, for upgrade.e2e.test.ts: LECTERN_RECORD_RELEASE=v0.1.0 (CONTRIBUTING.md).
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../lib/platform/db/index.ts';
import { freshDatabase } from '../../setup/database.ts';
import { seedSteps } from '../../setup/museum/seed.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { startProgram, type RunningProgram } from '../../site/program.ts';
import { askServer, documentLine, releasesFolder, type Answer, type Recorded } from './release.ts';

const release = process.env.LECTERN_RECORD_RELEASE ?? '';
const { uri } = freshDatabase();

/** The paths whose answers are compared. Answers that name the time of the request are not among them. */
const paths = [
  ...['artists', 'exhibits', 'guides', 'rooms', 'tags', 'tickets', 'museum'].flatMap((name) => [
    `/api/${name}?populate=*`,
    `/api/${name}?status=draft`,
  ]),
  '/api/exhibits?sort=year:desc&pagination[pageSize]=2&filters[artists][name][$contains]=a',
  '/api/exhibits?populate[body][populate]=*&populate[notes][populate]=*&populate[label][populate]=*',
  '/api/artists?populate[teacher]=true&filters[rank][$gte]=2&sort=name',
  '/api/guides?locale=de&populate=*',
  '/api/guides?locale=*',
  '/api/upload/files',
  '/api/users?populate=role',
  '/api/users-permissions/roles',
  '/api/i18n/locales',
] as const;

/** Documents that a store of an earlier time has, and that no answer depends on. */
const volatileCollections = ['lectern_leases', 'lectern_attempts'];

/** One line for each answer. */
const formatRecorded = ({ answers, ...rest }: Recorded): string => {
  const lines = Object.entries(answers).map(([path, answer]) => `${JSON.stringify(path)}: ${JSON.stringify(answer)}`);
  return `${JSON.stringify(rest).slice(0, -1)}, "answers": {\n${lines.join(',\n')}\n}}\n`;
};

const user = { identifier: 'ada@example.org', password: 'a password of the fixture' };

it.runIf(release !== '')(`records ${release}`, { timeout: 300_000 }, async () => {
  const target = resolve(releasesFolder, release);
  const checkout = mkdtempSync(join(tmpdir(), 'lectern-release-'));
  let stop: RunningProgram['stop'] = () => Promise.resolve();
  try {
    execFileSync('sh', ['-c', `git archive '${release.replaceAll("'", '')}' | tar -x -C '${checkout}'`]);
    symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    cpSync(join(checkout, 'tests/schemas/museum'), join(target, 'content-types'), { recursive: true });
    const settings = { auth: { refresh: true }, webhooks: { allowPrivate: true } };
    writeFileSync(join(target, 'lectern.json'), `${JSON.stringify(settings)}\n`);
    const env = {
      ...secretsEnvironment,
      MONGODB_URI: uri,
      CONTENT_TYPES: join(target, 'content-types'),
      LECTERN_CONFIG: join(target, 'lectern.json'),
    };
    const server = await startProgram(
      { folder: checkout, env: { PATH: process.env.PATH ?? '', ...env } },
      ['bin/start.js'],
      { PORT: '0' },
    );
    stop = server.stop;
    const run = async (...args: readonly string[]): Promise<string> => {
      const options = { cwd: checkout, env: { PATH: process.env.PATH, ...env } };
      return (await promisify(execFile)(process.execPath, ['bin/lectern.js', ...args], options)).stdout.trim();
    };
    const token = await run('token', 'create', '--name', 'fixture', '--type', 'full-access');
    await run('token', 'create', '--name', 'rooms', '--type', 'custom', '--allow', 'room.find');
    await run('role', 'create', 'Guide');
    await run('role', 'allow', 'guide', 'exhibit.find', '--where', 'filters[onShow][$eq]=true');
    await run('role', 'allow', 'guide', 'exhibit.update', '--own');

    let requests = 0;
    /** @returns the body of the answer */
    const send = async (
      method: string,
      path: string,
      body: unknown,
      bearer: string | null = token,
    ): Promise<unknown> => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...(path === '/api/tags' ? { 'idempotency-key': `fixture-${(requests += 1)}` } : {}),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    };
    for (const name of ['one.txt', 'two.txt', 'three.txt']) {
      const form = new FormData();
      form.append('files', new Blob([name], { type: 'text/plain' }), name);
      await send('POST', '/api/upload', form);
    }
    await send(
      'POST',
      '/api/auth/local/register',
      { username: 'ada', email: user.identifier, password: user.password },
      null,
    );
    // Its calls fail, so deliveries wait in the database.
    const webhook = {
      name: 'closed',
      url: 'http://127.0.0.1:9/',
      events: ['entry.publish'],
    };
    const owner = secretsEnvironment.LECTERN_OWNER_TOKEN;
    const locale = { code: 'de', name: 'German (de)', isDefault: false };
    await send('POST', '/api/i18n/locales', locale);
    const replyTo = async (method: string, url: string, data?: unknown) => ({
      ...{ status: 200, headers: {} },
      body: await send(method, url, data === undefined ? undefined : { data }),
    });
    const names = await seedSteps({
      post: (url, data) => replyTo('POST', url, data),
      put: (url, data) => replyTo('PUT', url, data),
      delete: (url) => replyTo('DELETE', url),
    });
    // Each delivery has a whole document, so the webhook comes late.
    await send('POST', '/admin/webhooks', webhook, owner);
    await send('DELETE', `/api/rooms/${names.get('blank') ?? ''}`, undefined);
    const guide = (await send('POST', '/api/guides', { data: { title: 'Fixture' } })) as {
      readonly data: { readonly documentId: string };
    };
    await send('PUT', `/api/guides/${guide.data.documentId}?locale=de`, { data: { title: 'Vorlage' } });
    // The relay of the server dispatches the events and tries the calls.
    const database = openDatabase(uri);
    const db = await database.get();
    const isTried = { attempts: { $gt: 0 } };
    while ((await db.collection('lectern_deliveries').countDocuments(isTried)) === 0) await wait(100);
    await send('POST', '/api/tags', { data: { word: 'the last' } });
    const answers: Record<string, Answer> = {};
    for (const path of paths) answers[path] = await askServer(server.url, path, token);
    // A killed server leaves its last events in the documents.
    await stop('SIGKILL');

    const lines: string[] = [];
    const collections = (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()).map(
      ({ name }) => name,
    );
    for (const name of collections.filter((one) => !volatileCollections.includes(one)).sort())
      for await (const document of db.collection(name).find({}, { promoteValues: false }).sort({ _id: 1 }))
        lines.push(documentLine(name, document));
    await database.close();
    writeFileSync(join(target, 'documents.txt'), `${lines.join('\n')}\n`);
    const recorded: Recorded = { token, user, answers };
    writeFileSync(join(target, 'recorded.json'), formatRecorded(recorded));
    expect(Object.values(answers).filter(({ status }) => status !== 200)).toEqual([]);
  } finally {
    await stop('SIGKILL');
    rmSync(checkout, { recursive: true, force: true });
  }
});

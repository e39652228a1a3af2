// From `npm run create` in a clone to a packaged deployment: each command of docs/getting-started.md.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { logicalId, ofType, propertiesOf, type Template } from '../../deploy/template.ts';
import { freshFolder } from '../../media/files.ts';
import { toLambdaEvent } from '../../setup/api.ts';
import { freshDatabase } from '../../setup/database.ts';
import { createdProject } from '../../setup/packedLectern.ts';
import { freePort } from '../../setup/port.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { typeFile } from '../../setup/schema.ts';
import { until } from '../../site/program.ts';
import { processOf } from '../bundle/bundled.ts';
import { environment, run, type Ended } from './packages.ts';

/** The code of the page by the file that its first line names. */
const pageCode = async (): Promise<ReadonlyMap<string, string>> => {
  const page = await readFile('docs/getting-started.md', 'utf8');
  return new Map(
    [...page.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)].map(([, file = '', code = '']) => [file, code] as const),
  );
};

interface Dev {
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

const startDev = (cwd: string, env: Readonly<Record<string, string>>): Dev => {
  // A process group of its own: npm does not pass on every signal.
  const child = spawn('npm', ['run', 'dev'], { cwd, env: environment(env), detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((done) =>
    child.once('close', () => {
      done();
    }),
  );
  return {
    output: () => output,
    stop: async () => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
};

/** An extension whose hook fails. */
const faultyExtension = `import { defineExtension, type Extension } from 'lectern';

const fail = (title: unknown): void => {
  if (title === 'fault') throw new Error('the hook failed');
};
const extension: Extension = defineExtension({ types: { 'api::note.note': { validate: ({ data }) => fail(data.title) } } });
export default extension;
`;

/** What a team adds to the file of the template. */
const serverlessSettings = `
  environment:
    GREETING: hello
params:
  default:
    logDays: \${env:LOG_DAYS, '30'}
functions:
  find:
    memorySize: 2048
`;

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

describe('a new project', async () => {
  const root = await freshFolder();
  const site = join(root, 'my-site');
  const code = await pageCode();
  const port = String(await freePort());
  const env = { npm_config_prefer_offline: 'true', PORT: port };
  const database = freshDatabase();
  let dev: Dev | undefined;
  let isPackaged = false;
  afterAll(() => dev?.stop());

  /** Runs a command in the project. */
  const command = (program: string, ...args: readonly string[]): Promise<Ended> => run(site, program, args, env);

  it('is created, served, changed, tested, checked and packaged', { timeout: 900_000 }, async ({ skip }) => {
    // The clone is not beside the project any more: it has the package itself.
    await cp(await createdProject(), site, { recursive: true });
    const installed = await command('npm', 'install');
    if (installed.code !== 0 && unreachable.test(installed.output)) skip('npm cannot reach the registry');
    expect(installed).toMatchObject({ code: 0 });

    const url = `http://127.0.0.1:${port}`;
    let token = '';
    const started = startDev(site, env);
    dev = started;
    await until(() => {
      [, token = ''] = /Bearer (\w+)/.exec(started.output()) ?? [];
      return token !== '';
    });
    const ask = (path: string, data?: object): Promise<Response> =>
      fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(data === undefined ? {} : { method: 'POST', body: JSON.stringify({ data }) }),
      });
    /** While the server restarts, it refuses connections. */
    const answersWith = (status: number, path: string, data?: object): Promise<void> =>
      until(() =>
        ask(path, data).then(
          (answer) => answer.status === status,
          () => false,
        ),
      );

    const answer = await ask('/api/articles?fields=title,label&sort=title');
    expect(answer.status).toBe(200);
    expect((await ask('/docs/swagger-ui.css')).status).toBe(200);
    expect(await (await ask('/guide/')).text()).toContain('Documentation');
    const { data } = (await answer.json()) as { data: readonly unknown[] };
    expect(data.length).toBe(8);
    // Computed by the extension of the template.
    expect(data[0]).toMatchObject({ label: expect.stringMatching(/^\w+, \d min$/) });

    expect(await command('npx', 'lectern', 'types', 'new', 'book', 'title:string!', 'pages:integer')).toMatchObject({
      code: 0,
    });
    await answersWith(201, '/api/books', { title: 'On Margins', pages: 96 });

    await writeFile(join(site, 'extensions/books.ts'), code.get('extensions/books.ts') ?? '');
    await answersWith(400, '/api/books', { title: 'Thin', pages: 0 });
    await answersWith(200, '/api/library');
    const faults = await (await ask('/api/books', { title: 'Thin', pages: 0 })).json();
    expect(faults).toMatchObject({ error: { details: { errors: [{ path: ['pages'] }] } } });
    // Without credentials.
    expect(await (await fetch(`${url}/api/library`)).json()).toEqual({ books: expect.any(Number) });
    // The running dev is found, with its address.
    const invited = await command('npx', 'lectern', 'user', 'create', '--email', 'mia@example.org', '--role', 'editor');
    expect(invited.output).toMatch(new RegExp(`http://[a-z0-9.]+:${port}/editor/set-password#code=`));
    await dev.stop();

    await mkdir(join(site, 'tests'), { recursive: true });
    await writeFile(join(site, 'tests/books.test.ts'), code.get('tests/books.test.ts') ?? '');
    const tested = await command('npm', 'test');
    expect(tested).toMatchObject({ code: 0, output: expect.stringMatching(/Tests\s+4 passed/) });
    expect(await command('npm', 'run', 'typecheck')).toMatchObject({ code: 0 });
    // The test fails without its rule, and with a rule that refuses all books.
    const rule = code.get('extensions/books.ts') ?? '';
    for (const broken of ['< 0', '< 100']) {
      await writeFile(join(site, 'extensions/books.ts'), rule.replace('< 1', broken));
      expect(await run(site, 'npm', ['test'], env)).toMatchObject({
        output: expect.stringMatching(/Tests\s+1 failed/),
      });
    }
    await writeFile(join(site, 'extensions/books.ts'), rule);

    await writeFile(join(site, 'content-types/note.json'), typeFile('note', { title: { type: 'string' } }));
    await writeFile(join(site, 'extensions/notes.ts'), faultyExtension);
    const serverlessFile = join(site, 'serverless.yml');
    const settings = await readFile(serverlessFile, 'utf8');
    await writeFile(serverlessFile, settings.replace('\n  name: aws\n', `\n  name: aws${serverlessSettings}`));
    const packaged = await command('npm', 'run', 'package');
    if (packaged.code !== 0 && unreachable.test(packaged.output)) skip('npm cannot fetch sharp for Lambda');
    expect(packaged).toMatchObject({ code: 0 });
    const packages = (await readdir(join(site, '.serverless'))).filter((name) => name.endsWith('.zip'));
    expect(packages).toEqual(expect.arrayContaining(['find.zip', 'create.zip', 'upload.zip', 'general.zip']));
    // With the one for the routes of its extensions (docs/deploy.md).
    expect(packages).toHaveLength(20);
    isPackaged = true;
  });

  it('has functions within the limit, with its extensions and the stemmers', async ({ skip }) => {
    if (!isPackaged) skip();
    const bundle = await readFile(join(site, '.lectern/functions/find/index.mjs'), 'utf8');
    expect(bundle.length).toBeLessThanOrEqual(640_000);
    expect(bundle).toContain('the hook failed');
    expect(existsSync(join(site, '.lectern/functions/search/packages/orama-stemmers-german.mjs'))).toBe(true);
  });

  it('adds what its serverless.yml sets', async ({ skip }) => {
    if (!isPackaged) skip();
    const path = join(site, '.serverless/cloudformation-template-update-stack.json');
    const template = JSON.parse(await readFile(path, 'utf8')) as Template;
    const { MemorySize, Timeout, Environment } = propertiesOf(template, logicalId('find'));
    expect([MemorySize, Timeout]).toEqual([2048, 29]);
    expect(Environment.Variables).toMatchObject({
      GREETING: 'hello',
      MONGODB_URI: 'ssm:/my-site/dev/mongodb-uri',
      LECTERN_UPLOADS_PREFIX: 'uploads/',
    });
    for (const [, { Properties }] of ofType(template, 'AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBe(30);
  });

  it('has packaged functions that answer', async ({ skip }) => {
    if (!isPackaged) skip();
    const { uri } = database;
    const variables = { ...secretsEnvironment, MONGODB_URI: uri, LECTERN_OWNER_TOKEN: 'o'.repeat(32) };
    const args = ['lectern', 'token', 'create', '--name', 'all', '--type', 'full-access'];
    const { output } = await run(site, 'npx', args, variables);
    const token = /^[0-9a-f]{64,}$/m.exec(output)?.[0] ?? '';
    const functions = processOf(
      { folder: join(site, '.lectern/functions') },
      { ...variables, AWS_LAMBDA_FUNCTION_NAME: 'test' },
    );
    const create = (title: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const route = { routeKey: 'POST /api/{contentType}', pathParameters: { contentType: 'notes' } };
      const body = JSON.stringify({ data: { title } });
      return functions.ask('create', toLambdaEvent('POST', '/api/notes', { headers, body }, route));
    };
    try {
      const created = await create('three');
      expect([created.statusCode, created.body]).toEqual([201, expect.stringContaining('"title":"three"')]);
      expect((await create('fault')).statusCode).toBe(500);
      // The line of `throw`, in the project's own file.
      expect(functions.output()).toContain('extensions/notes.ts:4:');
    } finally {
      functions.stop();
    }
  });

  it('installs at most 110 MB in production, without tools of deployments', async ({ skip }) => {
    if (!isPackaged) skip();
    expect(await command('npm', 'prune', '--omit=dev', '--no-audit', '--no-fund')).toMatchObject({ code: 0 });
    const entries = await readdir(join(site, 'node_modules'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const tools = files.filter((file) => /node_modules.(?:serverless|osls|recheck|@aws-sdk.client-)/.test(file));
    expect(tools).toEqual([]);
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(110_000_000);
  });
});

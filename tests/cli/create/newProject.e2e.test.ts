// From `npm run create` in a clone to a packaged deployment: each command of docs/getting-started.md, with its time.
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../../media/files.ts';
import { createdProject } from '../../setup/packedLectern.ts';
import { freePort } from '../../setup/port.ts';
import { until } from '../../site/program.ts';
import { environment, run, type Ended } from './packages.ts';

/** The code of the page by the file that its first line names. */
const pageCode = async (): Promise<ReadonlyMap<string, string>> => {
  const page = await readFile('docs/getting-started.md', 'utf8');
  return new Map(
    [...page.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)].map(([, file = '', code = '']) => [file, code] as const),
  );
};

const times: (readonly [command: string, seconds: string])[] = [];

/** Runs a step and notes its time. */
const timed = async <T>(command: string, step: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  const result = await step();
  times.push([command, ((performance.now() - start) / 1000).toFixed(1)]);
  return result;
};

afterAll(() => {
  if (times.length === 0) return;
  const width = Math.max(...times.map(([command]) => command.length));
  console.log(times.map(([command, seconds]) => `${command.padEnd(width)}  ${seconds.padStart(6)} s`).join('\n'));
});

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

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

describe('a new project', async () => {
  const root = await freshFolder();
  const site = join(root, 'my-site');
  const code = await pageCode();
  const port = String(await freePort());
  const env = { npm_config_prefer_offline: 'true', PORT: port };
  let dev: Dev | undefined;
  afterAll(() => dev?.stop());

  /** Runs a command in the project and notes its time. */
  const command = (program: string, ...args: readonly string[]): Promise<Ended> =>
    timed([program, ...args].join(' '), () => run(site, program, args, env));

  it('is created, served, changed, tested, checked and packaged', { timeout: 900_000 }, async ({ skip }) => {
    // The clone is not beside the project any more: it has the package itself.
    await timed('npm run create -- ../my-site', async () => cp(await createdProject(), site, { recursive: true }));
    const installed = await command('npm', 'install');
    if (installed.code !== 0 && unreachable.test(installed.output)) skip('npm cannot reach the registry');
    expect(installed).toMatchObject({ code: 0 });

    const url = `http://127.0.0.1:${port}`;
    let token = '';
    await timed('npm run dev, until it answers', async () => {
      const started = startDev(site, env);
      dev = started;
      await until(() => {
        [, token = ''] = /Bearer (\w+)/.exec(started.output()) ?? [];
        return token !== '';
      });
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

    await timed('first request', async () => {
      const answer = await ask('/api/articles?fields=title,label&sort=title');
      expect(answer.status).toBe(200);
      expect((await ask('/docs/swagger-ui.css')).status).toBe(200);
      const { data } = (await answer.json()) as { data: readonly unknown[] };
      expect(data.length).toBe(8);
      // Computed by the extension of the template.
      expect(data[0]).toMatchObject({ label: expect.stringMatching(/^\w+, \d min$/) });
    });

    expect(await command('npx', 'lectern', 'types', 'new', 'book', 'title:string!', 'pages:integer')).toMatchObject({
      code: 0,
    });
    await timed('own type, until it answers', () => answersWith(201, '/api/books', { title: 'On Margins', pages: 96 }));

    await timed('own hook and route, until they answer', async () => {
      await writeFile(join(site, 'extensions/books.ts'), code.get('extensions/books.ts') ?? '');
      await answersWith(400, '/api/books', { title: 'Thin', pages: 0 });
      await answersWith(200, '/api/library');
    });
    const faults = await (await ask('/api/books', { title: 'Thin', pages: 0 })).json();
    expect(faults).toMatchObject({ error: { details: { errors: [{ path: ['pages'] }] } } });
    // Without credentials.
    expect(await (await fetch(`${url}/api/library`)).json()).toEqual({ books: expect.any(Number) });
    // The running dev is found, with its address.
    const invited = await command('npx', 'lectern', 'user', 'create', '--email', 'mia@example.org', '--role', 'editor');
    expect(invited.output).toMatch(new RegExp(`http://[a-z0-9.]+:${port}/editor/set-password#code=`));
    await dev?.stop();

    await mkdir(join(site, 'tests'), { recursive: true });
    await writeFile(join(site, 'tests/books.test.ts'), code.get('tests/books.test.ts') ?? '');
    const tested = await command('npm', 'test');
    expect(tested).toMatchObject({ code: 0, output: expect.stringMatching(/Tests\s+4 passed/) });
    expect(await command('npm', 'run', 'typecheck')).toMatchObject({ code: 0 });

    const packaged = await command('npm', 'run', 'package');
    if (packaged.code !== 0 && unreachable.test(packaged.output)) skip('npm cannot fetch sharp for Lambda');
    expect(packaged).toMatchObject({ code: 0 });
    const packages = (await readdir(join(site, '.serverless'))).filter((name) => name.endsWith('.zip'));
    expect(packages.length).toBeGreaterThan(20);
  });
});

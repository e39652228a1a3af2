// Deployments of a project whose content types rename an attribute: one that succeeds, one that fails, one that is undone.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDeploymentSteps } from '../../cli/deploy/deploymentSteps.ts';
import { followDeployment } from '../../cli/deploy/followDeployment.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import { freshFolder } from '../media/files.ts';
import { freshDatabase, openShared } from '../setup/database.ts';
import { typeFile } from '../setup/schema.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';
import { currentFormat, readFormat, readRecord, recordFormat } from '../../cli/migrate/index.ts';

const root = await freshFolder();
const { uri, name } = freshDatabase();
const db = await openShared(name, 0).get();
const articles = db.collection('articles');
const empty = freshDatabase();
const env = { ...secretsEnvironment, MONGODB_URI: uri, CONTENT_TYPES: root };

const inProject = async <T>(work: () => Promise<T>): Promise<T> => {
  const folder = process.cwd();
  process.chdir(root);
  try {
    return await work();
  } finally {
    process.chdir(folder);
  }
};

const run = (...args: readonly string[]) => inProject(() => lectern(args, env));

/** @returns a terminal, and the lines that it gets */
const createTerminal = (more: Readonly<Record<string, string>> = {}, ask?: Terminal['ask']) => {
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
  };
  return { terminal: { env: { ...env, ...more }, print, log: print, isTTY: false, ask }, lines };
};

/** Runs a part of a deployment. */
const deploy = async (part: readonly string[], ask?: Terminal['ask'], more: Readonly<Record<string, string>> = {}) => {
  const { terminal, lines } = createTerminal(more, ask);
  const code = await inProject(() => runDeploymentSteps(part, terminal));
  return { code, output: lines.join('\n') };
};
const prepare = ['prepare-deployment', '--yes'];
const finish = ['finish-deployment'];

/** Puts the project to a commit: with an attribute of this name, and the migration file or without it. */
const checkOut = async (commit: 'before' | 'after'): Promise<void> => {
  const attribute = commit === 'before' ? 'title' : 'headline';
  await writeFile(join(root, 'article.json'), typeFile('article', { [attribute]: { type: 'string' } }));
  await rm(join(root, 'migrations'), { recursive: true, force: true });
  await mkdir(join(root, 'migrations'));
  if (commit === 'after')
    await writeFile(join(root, 'migrations/1.json'), JSON.stringify({ rename: ['article.title=headline'] }));
};

beforeAll(async () => {
  await checkOut('before');
  await writeFile(join(root, 'content'), JSON.stringify({ articles: [{ title: 'Spring' }] }));
  await run('seed', join(root, 'content'));
});
beforeEach(() => checkOut('after'));

describe('before a deployment changes anything', () => {
  it('it prints the database and the migrations, and asks', async () => {
    const questions: string[] = [];
    const { code, output } = await deploy(['prepare-deployment'], (question) => {
      questions.push(question);
      return Promise.resolve('n');
    });
    expect([code, questions]).toEqual([1, ['Change this database, and deploy? [y/N] ']]);
    expect(output).toContain(`this deployment changes the database ${name} on ${new URL(uri).host}`);
    expect(output).toContain('with the migration 1.json');
    expect(output).toContain('article.title is called "headline" from now on: 1 document');
    expect((await run('types', 'diff')).code).toBe(1);
  });

  it('it needs --yes where nobody can answer', async () => {
    const { code, output } = await deploy(['prepare-deployment']);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('Nothing was changed: --yes deploys without a question'),
    ]);
    expect((await run('types', 'diff')).code).toBe(1);
  });

  it('it has created nothing', async () => {
    const no = (): Promise<string> => Promise.resolve('n');
    const { code, output } = await deploy(['prepare-deployment'], no, { MONGODB_URI: empty.uri });
    expect([code, output]).toEqual([1, expect.stringContaining(`changes the database ${empty.name}`)]);
    expect(await (await openShared(empty.name, 0).get()).listCollections().toArray()).toEqual([]);
  });

  it('it refuses a variable that names another database', async () => {
    const { code, output } = await deploy(prepare, undefined, { CALLER_MONGODB_URI: 'mongodb://127.0.0.1/prod' });
    expect([code, output]).toEqual([1, expect.stringContaining('names prod on 127.0.0.1')]);
    expect((await run('types', 'diff')).code).toBe(1);
  });
});

describe('a deployment with a rename', () => {
  it('whose functions cannot be changed says what it has left, and goes on or back', async () => {
    expect((await deploy(prepare)).code).toBe(0);
    const failure = await deploy(['explain-failure', 'unchanged'], undefined, { AWS_REGION: 'eu-1' });
    expect(failure.output).toContain('The functions have not changed.');
    expect(failure.output).toContain('the old names, which the previous functions read, and the new ones (1.json)');
    expect(failure.output).toContain('AWS_REGION=eu-1 npx lectern types migrate --undo');
    const note = expect.stringContaining('The last migration (migrations/1.json) keeps the old names') as string;
    for (const command of [['check'], ['types', 'diff']])
      expect(await run(...command)).toMatchObject({ code: 0, stderr: note });
    expect(await run('upgrade')).toMatchObject({ code: 0, stdout: note });
    // It goes on.
    expect((await deploy(prepare)).code).toBe(0);
    // It goes back, also with the previous commit.
    await checkOut('before');
    expect((await run('types', 'diff')).stderr).toContain('these still keep the old names');
    expect(await run('types', 'migrate', '--undo', '--yes')).toMatchObject({ code: 0 });
    expect((await run('types', 'diff')).code).toBe(0);
    expect((await deploy(prepare)).code).toBe(0);
    expect((await deploy(['explain-failure', 'unchanged'])).output).toBe('');
  });

  it('whose functions have been changed back copies what the new ones wrote', async () => {
    expect((await deploy(prepare)).code).toBe(0);
    await articles.updateOne({}, { $set: { 'published.headline': 'Written by the new functions', revision: 99 } });
    const { output } = await deploy(['explain-failure', 'restored']);
    expect((await articles.findOne({}))?.published).toMatchObject({ title: 'Written by the new functions' });
    expect(output).toContain('CloudFormation has restored the previous functions.');
    expect(output).toContain('To go on, mend the fault and deploy again.');
  });

  it('of whose functions CloudFormation has changed a part, or all of them, says what to do', async () => {
    const mixed = (await deploy(['explain-failure', 'mixed'])).output;
    expect(mixed).toContain('Let CloudFormation continue the rollback first.');
    expect(mixed).toContain('npx lectern types migrate --pending');
    const { output } = await deploy(['explain-failure', 'deployed']);
    expect(output).toContain('To go on, deploy again: this finishes the migration.');
    expect(output).not.toContain('--undo');
  });

  it('that fails after the question says what it has left', async () => {
    const { code, output } = await deploy(['prepare-deployment'], async () => {
      await writeFile(join(root, 'migrations/2.json'), JSON.stringify({ rename: ['article.headline=name'] }));
      return 'y';
    });
    expect([code, output]).toEqual([1, expect.stringContaining('The functions have not changed.')]);
    expect(output).toContain('npx lectern types migrate --undo');
  });

  it('ends with an error if it can no longer copy what is written', async () => {
    const { terminal, lines } = createTerminal();
    const following = inProject(() => followDeployment(terminal, new PassThrough())).catch(String);
    await expect.poll(() => lines).toContain('migration');
    await articles.rename('other');
    await db.renameCollection('other', 'articles');
    expect(await following).toContain('articles was dropped or renamed by others');
  });

  it('whose migration renames nothing waits for its functions, too', async () => {
    const onRetyped = { MONGODB_URI: freshDatabase().uri };
    await rm(join(root, 'migrations/1.json'));
    const write = (type: string) => writeFile(join(root, 'article.json'), typeFile('article', { pages: { type } }));
    await write('string');
    await writeFile(join(root, 'content'), JSON.stringify({ articles: [{ pages: '5' }] }));
    await inProject(() => lectern(['seed', join(root, 'content')], { ...env, ...onRetyped }));
    await write('integer');
    await writeFile(join(root, 'migrations/1.json'), '{}');
    expect((await deploy(prepare, undefined, onRetyped)).code).toBe(0);
    const { terminal, lines } = createTerminal(onRetyped);
    const input = new PassThrough();
    const following = inProject(() => followDeployment(terminal, input));
    await expect.poll(() => input.readableFlowing).toBe(true);
    expect(lines).toEqual(['migration']);
    input.end();
    expect(await following).toBe(true);
    const { output } = await deploy(['explain-failure', 'unchanged'], undefined, onRetyped);
    expect(output).toContain('The previous functions do not read this right: article.pages.');
    expect((await deploy(finish, undefined, onRetyped)).code).toBe(0);
    expect((await deploy(['explain-failure', 'unchanged'], undefined, onRetyped)).output).toBe('');
  });

  it('that was interrupted is taken back, and goes on after an interrupted --undo', async () => {
    const stored = await openShared(name, 0).get();
    for (const [phase, command] of [
      ['undo', prepare],
      ['recopy', ['types', 'migrate', '--undo', '--yes']],
    ] as const) {
      expect((await deploy(prepare)).code).toBe(0);
      const { last } = (await readRecord(stored)) ?? {};
      const migration = { schema: last?.to, options: last?.options, phase, step: 0, startedAt: new Date() };
      await stored.collection('lectern_schema').updateOne({ last: { $exists: true } }, { $set: { migration } });
      expect((await run('check')).stderr).toContain('`lectern types migrate` continues it');
      expect((await (command === prepare ? deploy(prepare) : run(...command))).code).toBe(0);
    }
    await checkOut('before');
    expect((await run('types', 'diff')).code).toBe(0);
  });

  it('succeeds, and is undone with the previous commit', async () => {
    for (const part of [prepare, finish]) expect((await deploy(part)).code).toBe(0);
    await checkOut('before');
    const problem = expect.stringContaining('The documents are newer than this commit') as string;
    const older = { $set: { format: currentFormat - 1 } };
    const stored = await openShared(name, 0).get();
    await stored.collection('lectern_schema').updateOne({ format: currentFormat }, older);
    const answers = [
      await run('check'),
      await run('types', 'diff'),
      await run('upgrade', '--apply'),
      await run('types', 'migrate', '--pending'),
      await run('types', 'migrate', '--again'),
    ];
    for (const { code, stderr } of answers) expect([code, stderr]).toEqual([1, problem]);
    const upgrade = await run('upgrade');
    expect([upgrade.code, upgrade.stdout]).toEqual([1, problem]);
    // Nor is the stored format migrated.
    expect(await readFormat(stored)).toMatchObject({ format: currentFormat - 1 });
    await recordFormat(stored, currentFormat);
    const refused = await deploy(prepare);
    expect([refused.code, refused.output]).toEqual([1, problem]);

    const undone = await run('types', 'migrate', '--undo', '--yes');
    expect([undone.code, undone.stdout]).toEqual([
      ...[0, 'must  article.headline is called "title" from now on: 1 document\n'],
    ]);
    for (const part of [prepare, finish]) expect((await deploy(part)).code).toBe(0);
    expect((await run('types', 'diff')).code).toBe(0);
    expect((await run('check')).code).toBe(0);
    // The migration is there again for the later commit.
    await checkOut('after');
    expect((await run('types', 'migrate', '--pending', '--dry-run')).stderr).toContain('with the migration 1.json');
  });

  it('accepts that a project has deleted a file on purpose', async () => {
    for (const part of [prepare, finish]) expect((await deploy(part)).code).toBe(0);
    await rm(join(root, 'migrations/1.json'));
    expect((await run('check')).code).toBe(1);
    expect(await run('types', 'migrate')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--yes') as string,
    });
    expect((await run('types', 'migrate', '--yes')).stderr).toContain('without the migration 1.json');
    expect((await run('check')).code).toBe(0);
  });

  it('that also changes more than names says what --undo leaves', async () => {
    const onEmpty = { MONGODB_URI: empty.uri };
    const checkOutPages = (attributes: object): Promise<void> =>
      writeFile(join(root, 'article.json'), typeFile('article', attributes));
    await rm(join(root, 'migrations/1.json'));
    await checkOutPages({ title: { type: 'string' }, pages: { type: 'string' } });
    await writeFile(join(root, 'content'), JSON.stringify({ articles: [{ title: 'Spring', pages: '5' }] }));
    await inProject(() => lectern(['seed', join(root, 'content')], { ...env, ...onEmpty }));
    await checkOut('after');
    await checkOutPages({ headline: { type: 'string' }, pages: { type: 'integer' } });
    expect((await deploy(prepare, undefined, onEmpty)).code).toBe(0);
    const { output } = await deploy(['explain-failure', 'restored'], undefined, onEmpty);
    expect(output).toContain('The previous functions do not read this right, also after --undo: article.pages.');
  });
});

// The command line as a process: stdin, both outputs, the exit code, and that it ends. The other tests run it without one.
import { expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';
import { isLong } from '../setup/lengthOf.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { spawnLectern } from './run.ts';

const { uri } = freshDatabase();

it('exits with 1 after faults: those for scripts are in stdout, the number for people in stderr', async () => {
  const faulty = { CONTENT_TYPES: 'tests/cli/faulty-populate' };
  const ended = {
    code: 1,
    stdout: 'article.json  options.populate.findOne.covr: "covr" is not known here; did you mean "cover"?\n',
    stderr: '1 fault in tests/cli/faulty-populate\n',
  };
  // This program builds first.
  expect(await spawnLectern(['types', 'check'], faulty, ['bin/lectern.js'])).toMatchObject(ended);
});

it.runIf(isLong)('prints all of a long output to a pipe', async () => {
  const { code, stdout, stderr } = await spawnLectern(['openapi']);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', paths: { '/api/articles': { get: {} } } });
});

it('ends after a command that used the database', async () => {
  const env = { ...secretsEnvironment, MONGODB_URI: uri };
  const { code, stdout, stderr } = await spawnLectern(
    ['token', 'create', '--name', 'site', '--type', 'read-only'],
    env,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
});

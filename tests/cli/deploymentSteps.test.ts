// The commands that prepare a deployment run in one process, until one fails.
import { expect, it } from 'vitest';
import { runDeploymentSteps } from '../../cli/deploy/deploymentSteps.ts';

const run = async (part: string, env: Readonly<Record<string, string>>) => {
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
  };
  const code = await runDeploymentSteps(part, { env, print, log: print, isTTY: false, ask: undefined });
  return { code, lines };
};

it('end with the first command that fails, and name it', async () => {
  const types = await run('prepare-deployment', { CONTENT_TYPES: 'tests/cli/faulty' });
  expect([types.code, types.lines.at(-1)]).toEqual([1, '`lectern types check` failed']);
  const secrets = await run('prepare-deployment', { CONTENT_TYPES: 'content-types' });
  expect(secrets.lines).toContainEqual(expect.stringContaining('content-types is fine'));
  expect([secrets.code, secrets.lines.at(-1)]).toEqual([1, '`lectern check` failed']);
});

it('are no other commands', async () => {
  expect(await run('check', {})).toEqual({ code: undefined, lines: [] });
});

// The steps that prepare a deployment run in one process, until one fails.
import { describe, expect, it } from 'vitest';
import { runDeploymentSteps } from '../../cli/deploy/deploymentSteps.ts';
import { describeDatabase, stageDatabase } from '../../cli/deploy/stageDatabase.ts';

const run = async (part: string, env: Readonly<Record<string, string>>) => {
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
  };
  const code = await runDeploymentSteps([part], { env, print, log: print, isTTY: false, ask: undefined });
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

describe('the database of a deployment', () => {
  it.each([
    ['mongodb+srv://user:secret@Cluster.example.net/site?w=1', 'site on cluster.example.net'],
    ['mongodb://b:2,a:1/site', 'site on a:1,b:2'],
    ['mongodb://127.0.0.1', 'lectern on 127.0.0.1'],
  ])('is named without credentials: %s', (uri, name) => {
    expect(describeDatabase(uri)).toBe(name);
  });

  const stage = 'mongodb://user:secret@a.example.net/site';

  it.each([undefined, '', stage, 'mongodb://other:user@a.example.net/site?retryWrites=true'])(
    'is that of the stage, whose caller names %s',
    async (caller) => {
      const env = { MONGODB_URI: stage, ...(caller === undefined ? {} : { CALLER_MONGODB_URI: caller }) };
      expect(await stageDatabase(env)).toBe('site on a.example.net');
    },
  );

  it.each(['mongodb://a.example.net/prod', 'mongodb://b.example.net/site'])(
    'is not another one, which a variable of the caller names: %s',
    async (caller) => {
      await expect(stageDatabase({ MONGODB_URI: stage, CALLER_MONGODB_URI: caller })).rejects.toThrow(
        /^MONGODB_URI in your environment names .*, but a deployment changes .*, site on a\.example\.net: unset MONGODB_URI/,
      );
    },
  );

  it.each(['mongodb://user:se/cret@a.example.net/site', 'mongodb://user:s@cret@a.example.net/site', 'a secret'])(
    'is not said of a variable of the caller that is no connection string: %s',
    async (caller) => {
      await expect(stageDatabase({ MONGODB_URI: stage, CALLER_MONGODB_URI: caller })).rejects.toThrow(
        /^MONGODB_URI in your environment cannot be read: unset it\.(?!.*cret)/,
      );
    },
  );
});

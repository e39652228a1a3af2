// The command line describes the commands that `bin/lectern.js` runs as scripts.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { installCommand } from '../../bin/peers.js';
import { addScriptCommands } from '../../cli/scriptCommands.ts';

it('describes each script, and nothing else', async () => {
  const source = await readFile('bin/lectern.js', 'utf8');
  const scripts = [...source.matchAll(/^ {2}\['(\w+)', \(\) => import/gm)].map(([, name]) => name);
  const program = new Command();
  addScriptCommands(program);
  expect(scripts).toContain('start');
  expect(program.commands.map((command) => command.name()).sort()).toEqual(scripts.sort());
});

it('the command that installs what a script needs names the versions of package.json', async () => {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  // The repository tests with the same versions.
  const [serverless = '', offline = ''] = ['serverless', 'serverless-offline'].map((name) => devDependencies[name]);
  expect(installCommand(['serverless', 'serverless-offline'])).toBe(
    `npm install --save-dev serverless@${serverless} serverless-offline@${offline}`,
  );
});

// The arguments of `npm create lectern`.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readArguments } from '../../../cli/create/commandLine.ts';
import { completeOptions } from '../../../cli/create/completeOptions.ts';
import { closingLines, nextCommands } from '../../../cli/create/describeProject.ts';
import { lecternDependency } from '../../../cli/create/createProject.ts';

const optionsOf = (...argv: readonly string[]) => completeOptions(readArguments(argv, '1.2.3'), false);

it.each([
  [['site'], { folder: 'site', source: { template: 'sample' }, aws: true, install: true }],
  [['site', '--template', 'blank', '--no-aws'], { source: { template: 'blank' }, aws: false, install: true }],
  [['site', '--from-strapi', '../cms', '--no-install'], { source: { strapi: '../cms' }, aws: true, install: false }],
  [['--install', '--aws', 'site'], { folder: 'site', aws: true, install: true }],
])('reads %j', async (argv, options) => {
  expect(await optionsOf(...argv)).toMatchObject(options);
});

it('says nothing of what no argument names, so that a terminal can ask', () => {
  expect(Object.values(readArguments([], '1.2.3')).every((value) => value === undefined)).toBe(true);
});

it('needs a folder where nobody can answer', async () => {
  await expect(optionsOf()).rejects.toThrow('Name the folder: npm create lectern@latest my-site');
});

it.each([
  [undefined, '^1.2.3'],
  ['1.0.0', '1.0.0'],
  ['lib', `file:${join(process.cwd(), 'lib')}`],
])(
  'depends on a version that fits the one that creates the project, or on the one that is named: %s',
  async (wanted, range) => {
    expect(await lecternDependency(wanted, '1.2.3')).toEqual({ range, files: new Map() });
  },
);

it('names the commands to type next', () => {
  expect(nextCommands(join(process.cwd(), 'my-site'), false)).toEqual(['cd my-site', 'npm install', 'npm run dev']);
  expect(nextCommands(join(process.cwd(), 'my-site'), true)).toEqual(['cd my-site', 'npm run dev', 'npm test']);
  expect(nextCommands(process.cwd(), false)).toEqual(['npm install', 'npm run dev']);
  expect(closingLines('my-site', ['a']).join('\n')).toContain('my-site is ready');
});

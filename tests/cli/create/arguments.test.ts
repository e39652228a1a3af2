// The arguments of `npm create lectern`.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkArguments, readArguments } from '../../../cli/create/arguments.js';
import { completeOptions } from '../../../cli/create/completeOptions.ts';
import { closingLines, defaultsLine, nextCommands } from '../../../cli/create/describeProject.ts';
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

/** What the arguments are refused with before anything is installed, built or asked. */
const refusal = async (argv: readonly string[], isTerminal = false): Promise<string> => {
  try {
    await checkArguments(readArguments(argv, '1.2.3'), isTerminal);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it.each([
  [['../events'], '"events" is a reserved name'],
  [['My-Site'], 'cannot be the name of an npm package'],
  [['lib'], 'lib is not empty'],
  [['package.json'], 'package.json is a file'],
  [['package.json/site'], 'is a file'],
  [['site', '--template', 'blog'], 'there is no template blog: write sample or blank'],
  [['site', '--template'], "option '--template <value>' argument missing"],
  [['site', '--lectern='], '--lectern needs a value'],
  [['site', '--from-strapi', ''], '--from-strapi needs a value'],
  [['site', '--typescript'], "unknown option '--typescript'"],
  [['site', 'other'], 'one folder is expected, and other is another one'],
  [['site', '--template', 'blank', '--from-strapi', 'lib'], '--template and --from-strapi contradict each other'],
  [['site', '--aws', '--no-aws'], '--aws and --no-aws contradict each other'],
  [['site', '--install', '--no-install'], '--install and --no-install contradict each other'],
  [['site', '--from-strapi', 'missing'], 'There is no folder missing'],
  [['site', '--lectern', './missing'], 'There is no file ./missing'],
  [['site', '--lectern', 'missing.tgz'], 'There is no file missing.tgz'],
])('refuses %j before any work', async (argv, message) => {
  expect(await refusal(argv)).toContain(message);
  // A terminal could ask for the folder, and for nothing else of this.
  expect(await refusal(argv, true)).toContain(message);
});

it.each(['1.2.3', '^1', 'latest', 'https://example.com/lectern.tgz'])('takes the version %s', async (version) => {
  expect(await refusal(['site', '--lectern', version])).toBe('');
});

it('needs a folder where nobody can answer', async () => {
  expect(await refusal([])).toContain('Name the folder: npm create lectern@latest my-site');
  expect(await refusal([], true)).toBe('');
});

it('names the defaults that it uses where nobody can answer', async () => {
  const lineOf = async (...argv: readonly string[]) =>
    defaultsLine(readArguments(argv, '1.2.3'), await optionsOf(...argv)).join('');
  expect(await lineOf('site')).toBe('No terminal to ask on: creating site with --template sample --aws --install');
  expect(await lineOf('site', '--from-strapi', 'lib', '--no-install')).toBe(
    'No terminal to ask on: creating site with --aws',
  );
  expect(await lineOf('site', '--template', 'blank', '--no-aws', '--install')).toBe('');
});

it.each([
  [undefined, '^1.2.3'],
  ['1.0.0', '1.0.0'],
  ['lib', `file:${join(process.cwd(), 'lib')}`],
])(
  'depends on a version that fits the one that creates the project, or on the one that is named: %s',
  async (wanted, range) => {
    expect(await lecternDependency(wanted, '1.2.3')).toMatchObject({ range, files: new Map() });
  },
);

it('names the commands to type next', () => {
  expect(nextCommands(join(process.cwd(), 'my-site'), false)).toEqual(['cd my-site', 'npm install', 'npm run dev']);
  expect(nextCommands(join(process.cwd(), 'my-site'), true)).toEqual(['cd my-site', 'npm run dev', 'npm test']);
  expect(nextCommands(process.cwd(), false)).toEqual(['npm install', 'npm run dev']);
  expect(closingLines('my-site', ['a']).join('\n')).toContain('my-site is ready');
});

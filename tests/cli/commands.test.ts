// What holds for every command: its help, and how it refuses unknown options.
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { applyScriptOptions } from '../../bin/scriptOptions.js';
import { createProgram } from '../../cli/createProgram.ts';
import { formatError } from '../../cli/terminal/formatError.ts';
import { lectern } from './inProcess.ts';

const terminal = { env: {}, print: () => undefined, log: () => undefined, isTTY: false, ask: undefined };
const program = createProgram(terminal);

/** Each command with its names: `['types', 'new']`. */
const commandsIn = (command: Command, names: readonly string[] = []): readonly (readonly [string, Command])[] =>
  command.commands.flatMap((one) => {
    const path = [...names, one.name()];
    return [[path.join(' '), one] as const, ...commandsIn(one, path)];
  });

const commands = commandsIn(program);
const scripts = ['dev', 'start', 'build', 'offline', 'package', 'deploy'];
const actions = commands.filter(([name, { commands: inner }]) => inner.length === 0 && !scripts.includes(name));

describe('lectern', () => {
  it.each(commands)('%s describes itself, its arguments and its options', (_, command) => {
    const isGroup = command.commands.length > 0 && command.name() !== 'new';
    expect(command.description()).toMatch(isGroup ? /^[A-Z][^]*[^.]$/ : /^[a-z][^]*[^.]$/);
    for (const { description } of [...command.options, ...command.registeredArguments])
      expect(description).toMatch(/^[^]+[^.]$/);
    expect(command.helpInformation()).not.toMatch(/\(default: (?:\[\]|false)\)/);
  });

  it.each(actions)('%s refuses an unknown option', async (name) => {
    const { code, stderr } = await lectern([...name.split(' '), '--nope']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/unknown option '--nope'|required option/);
    expect(stderr).toContain('lectern --help');
  });

  it.each(['dev', 'start', 'offline', 'build'])('%s, a script, refuses one too', (script) => {
    expect(applyScriptOptions(script, ['--nope'], {})).toBe("error: unknown option '--nope'");
    expect(applyScriptOptions(script, ['here'], {})).toMatch(/^error: unexpected argument 'here'/);
  });

  it('sets the port of scripts that listen, and lets others pass their arguments on', () => {
    const env: NodeJS.ProcessEnv = {};
    expect(applyScriptOptions('dev', ['--port', '4000'], env)).toBeUndefined();
    expect(env).toEqual({ PORT: '4000' });
    expect(applyScriptOptions('build', ['--port', '4000'], {})).toContain("unknown option '--port'");
    expect(applyScriptOptions('deploy', ['--stage', 'production'], {})).toBeUndefined();
  });

  it.each([
    [['--workers'], 'auto'],
    [['--workers', '--port', '4000'], 'auto'],
    [['--workers', '4'], '4'],
    [['--port', '4000', '--workers=auto'], 'auto'],
    [['--port', '4000'], undefined],
  ])('start %j has %s workers', (args, workers) => {
    const env: NodeJS.ProcessEnv = {};
    expect(applyScriptOptions('start', args, env)).toBeUndefined();
    expect(env.LECTERN_WORKERS).toBe(workers);
    expect(applyScriptOptions('dev', ['--workers', '4'], {})).toContain("unknown option '--workers'");
  });

  it.each([[['openapi', '--out', '/nowhere/a.json'], '/nowhere/a.json does not exist']])(
    '%j says which file is the problem',
    async (args, sentence) => {
      const { code, stderr } = await lectern(args, { MONGODB_URI: 'mongodb://127.0.0.1:1' });
      expect([code, stderr]).toEqual([1, `${sentence}\n`]);
    },
  );

  it.each([80, 60])('lectern --help groups the commands, and fits into %i columns', (columns) => {
    const lines: string[] = [];
    const writeOut = (text: string): void => void lines.push(...text.split('\n'));
    createProgram(terminal)
      .configureOutput({ writeOut, getOutHelpWidth: () => columns })
      .outputHelp();
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(lines.filter((line) => /^\w.*:$/.test(line))).toEqual([
      ...['Options:', 'Run a project:', 'Content:', 'People:', 'Operate a site:', 'Environment:'],
    ]);
  });

  it('says what prevents the use of a file', () => {
    const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/secret' });
    expect(formatError(error)).toEqual(['/secret may not be read or written by this user: change its permissions']);
  });

  it('names the variable whose value is no URI', async () => {
    const { code, stderr } = await lectern(['explain', '/api/articles'], { MONGODB_URI: 'abc' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('MONGODB_URI is not valid: Invalid scheme')]);
  });

  it('explain names the content type that was probably meant', async () => {
    const { code, stderr } = await lectern(['explain', '/api/artcles'], { MONGODB_URI: 'mongodb://127.0.0.1:1' });
    expect([code, stderr]).toEqual([1, 'There is no content type at /api/artcles; did you mean "articles"?\n']);
  });
});

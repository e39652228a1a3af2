// Says what to read and to type next.
import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { Arguments } from './arguments.js';
import type { Options } from './completeOptions.ts';
import { formatCount } from '../terminal/formatCount.ts';

/** @returns a line with the options that neither an argument nor an answer chose */
export const defaultsLine = (values: Arguments, { folder, source, aws, install }: Options): readonly string[] => {
  const defaults = [
    ...(values.template === undefined && 'template' in source ? [`--template ${source.template}`] : []),
    ...(values.aws === undefined ? [aws ? '--aws' : '--no-aws'] : []),
    ...(values.install === undefined ? [install ? '--install' : '--no-install'] : []),
  ];
  return defaults.length === 0 ? [] : [`No terminal to ask on: creating ${folder} with ${defaults.join(' ')}`];
};

/** @param count the number of entries in MOVING.md */
export const movingLines = (project: string, count: number): readonly string[] =>
  count === 0
    ? []
    : [`MOVING.md lists what of ${project} does not come along, or differs: ${formatCount(count, 'entry')}.`];

/** The path to type from the working directory. */
const pathTo = (folder: string): string => {
  const path = relative(process.cwd(), folder);
  return /\s/.test(path) ? `"${path}"` : path;
};

/** @returns the commands, in the order to type them */
export const nextCommands = (folder: string, installed: boolean): readonly string[] => {
  const path = pathTo(folder);
  const enter = path === '' ? [] : [`cd ${path}`];
  return installed ? [...enter, 'npm run dev', 'npm test'] : [...enter, 'npm install', 'npm run dev'];
};

/** `styleText` leaves out the colours if stdout is no terminal, or with NO_COLOR. */
const styled = (format: 'bold' | 'cyan', text: string): string => styleText(format, text, { stream: process.stdout });

/** @returns the last lines of the program */
export const closingLines = (name: string, commands: readonly string[]): readonly string[] => [
  styled('bold', `${name} is ready. Type next:`),
  '',
  ...commands.map((command) => `  ${styled('cyan', command)}`),
  '',
];

// Runs the command line inside of the test's process, which is many times cheaper than a process of its own.
import { runLectern } from '../../cli/runLectern.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import type { Ended } from './run.ts';

const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/**
 * @param env the whole environment
 * @param ask answers questions; default: nobody can answer, as in a script
 */
export const lectern = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  ask?: Terminal['ask'],
): Promise<Ended> => {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await runLectern(args, {
    ...{ env, ask, isTTY: false },
    print: (line) => {
      stdout.push(line);
    },
    log: (line) => {
      stderr.push(line);
    },
  });
  return { code, stdout: joinLines(stdout), stderr: joinLines(stderr) };
};

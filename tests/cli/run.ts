// The command line, run as a script runs it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = promisify(execFile);

/** What `node` is given to run the command line as the run built it; `bin/lectern.js` would build it again. */
export const builtLectern = ['--enable-source-maps', 'dist/lectern.mjs'] as const;

/** @param env all that it is given, beside the way to programs */
export const lectern = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program: readonly string[] = builtLectern,
): Promise<Ended> => {
  try {
    const { stdout, stderr } = await run(process.execPath, [...program, ...args], {
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended; // execFile rejects with what the process left
  }
};

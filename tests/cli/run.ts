// Runs the command line as a script does: in a process of its own.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = promisify(execFile);

/** The arguments of `node` that run the command line from the existing build; `bin/lectern.js` would build it again. */
export const builtLectern = ['--enable-source-maps', 'dist/lectern.mjs'] as const;

/**
 * @param env the whole environment, besides PATH
 * @param cwd the project; undefined: this clone
 */
export const spawnLectern = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program: readonly string[] = builtLectern,
  cwd?: string,
): Promise<Ended> => {
  try {
    const { stdout, stderr } = await run(process.execPath, [...program, ...args], {
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
      cwd,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended; // execFile rejects with an error that holds the exit code and the output.
  }
};

// Builds, one at a time, each into a folder of its own: what is served is always a whole one.
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const folder = '.builds';
const program = 'node_modules/@11ty/eleventy/cmd.cjs';
const run = promisify(execFile);

/** A process of its own for each build: it begins with nothing of the last. */
const build = async (output: string, signal: AbortSignal): Promise<void> => {
  const args = [program, '--config=.compiled/eleventy.config.js', `--output=${output}`, '--quiet'];
  await run(process.execPath, args, { maxBuffer: 16 * 1024 * 1024, signal });
};

/** Why a build failed. */
export const said = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'stderr' in error && error.stderr !== ''
    ? String(error.stderr).trim()
    : String(error);

export class Builds {
  /** The folder of what is served; undefined until something was built. */
  current: string | undefined;
  private last: string | undefined;
  private count = 0;
  private running: Promise<void> | undefined;
  private again = false;
  private readonly ending = new AbortController();

  /** Throws away what earlier processes left, and builds for the first time. */
  async first(): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const left of await readdir(folder)) await rm(join(folder, left), { recursive: true });
    await this.one();
  }

  /** Builds as soon as may be. What changes during a build is in the next, however often that is said. */
  request(): void {
    if (this.ending.signal.aborted) return;
    if (this.running !== undefined) {
      this.again = true;
      return;
    }
    this.again = false;
    this.running = this.one()
      .catch((error: unknown) => {
        console.error(`The build failed; what was built before is still shown.\n${said(error)}`);
      })
      .finally(() => {
        this.running = undefined;
        if (this.again) this.request();
      });
  }

  /** Ends a build that is under way; there are no more. */
  stop(): void {
    this.ending.abort();
  }

  private async one(): Promise<void> {
    const started = Date.now();
    const output = join(folder, String((this.count += 1)));
    try {
      await build(output, this.ending.signal);
    } catch (error) {
      await rm(output, { recursive: true, force: true });
      throw error;
    }
    // The last one stays for requests that are under way.
    const old = this.last;
    [this.last, this.current] = [this.current, resolve(output)];
    if (old !== undefined) await rm(old, { recursive: true, force: true });
    console.log(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

// Runs builds one at a time, each into its own folder, so that the server always serves a complete one.
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const folder = '.builds';
const program = 'node_modules/@11ty/eleventy/cmd.cjs';
const run = promisify(execFile);

/** Builds in a new process, so that no state of the last build remains. */
const build = async (output: string, signal: AbortSignal): Promise<void> => {
  const args = [program, '--config=.compiled/eleventy.config.js', `--output=${output}`, '--quiet'];
  await run(process.execPath, args, { maxBuffer: 16 * 1024 * 1024, signal });
};

/** The reason why a build failed. */
export const formatError = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'stderr' in error && error.stderr !== ''
    ? String(error.stderr).trim()
    : String(error);

export class Builds {
  /** The folder to serve; undefined before the first build has finished. */
  current: string | undefined;
  private previous: string | undefined;
  private count = 0;
  private running: Promise<void> | undefined;
  private isRequestedAgain = false;
  private readonly ending = new AbortController();

  /** Deletes the builds of earlier processes and builds for the first time. */
  async buildFirst(): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const left of await readdir(folder)) await rm(join(folder, left), { recursive: true });
    await this.buildNext();
  }

  /** Starts a build, or, during a build, schedules exactly one more. */
  request(): void {
    if (this.ending.signal.aborted) return;
    if (this.running !== undefined) {
      this.isRequestedAgain = true;
      return;
    }
    this.isRequestedAgain = false;
    this.running = this.buildNext()
      .catch((error: unknown) => {
        console.error(`The build failed; the site keeps the last one.\n${formatError(error)}`);
      })
      .finally(() => {
        this.running = undefined;
        if (this.isRequestedAgain) this.request();
      });
  }

  /** Ends the running build and accepts no further requests. */
  stop(): void {
    this.ending.abort();
  }

  private async buildNext(): Promise<void> {
    const started = Date.now();
    const output = join(folder, String((this.count += 1)));
    try {
      await build(output, this.ending.signal);
    } catch (error) {
      await rm(output, { recursive: true, force: true });
      throw error;
    }
    // Keep the previous build for requests that are under way.
    const old = this.previous;
    [this.previous, this.current] = [this.current, resolve(output)];
    if (old !== undefined) await rm(old, { recursive: true, force: true });
    console.log(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

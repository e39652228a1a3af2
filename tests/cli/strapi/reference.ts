// Runs a Strapi that `../shared/reference/setup` installed: STRAPI_FOLDER names its folder.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const scripts = resolve('../shared/reference');

/** The content types and the content of Strapi's example blog. */
export const blogSchemas = join(scripts, 'schemas');
export const blogFolder = resolve('../shared/blog');

/** Why no Strapi can run here; undefined if one can. */
export const missingReference = (): string | undefined => {
  const folder = process.env.STRAPI_FOLDER ?? '';
  if (!existsSync(scripts) || !existsSync(blogFolder)) return `${scripts} is not here`;
  if (folder === '') return 'STRAPI_FOLDER does not name the folder of a Strapi';
  return existsSync(join(folder, 'node_modules/@strapi/strapi')) ? undefined : `${folder} has no Strapi`;
};

export interface RunningStrapi {
  readonly url: string;
  /** A full-access token. */
  readonly token: string;
}

/** A Strapi with a database of its own, one for each folder. */
export class Strapi {
  private readonly folder = process.env.STRAPI_FOLDER ?? '';
  private readonly port = process.env.STRAPI_PORT ?? '14650';
  private readonly schemas: string;

  /** @param schemas a folder of content types */
  constructor(schemas: string) {
    this.schemas = schemas;
  }

  /** @param keep false: on an empty database */
  async start(keep: boolean): Promise<RunningStrapi> {
    const { stdout } = await run(join(scripts, 'serve'), [this.folder, this.port, this.schemas], {
      env: { ...process.env, KEEP: keep ? '1' : '' },
    });
    const [url = '', token = ''] = stdout.trim().split('\n').at(-1)?.split(',') ?? [];
    return { url, token };
  }

  /** Stops the server and writes its archive. @returns the file */
  async export(file: string): Promise<string> {
    await run(join(scripts, 'transfer'), [this.folder, 'export', file], { maxBuffer: 1e8 });
    return `${file}.tar.gz`;
  }

  /** Stops the server and replaces its content by that of an archive. @returns what Strapi prints */
  async import(file: string, key?: string): Promise<string> {
    const args = [this.folder, 'import', file, ...(key === undefined ? [] : ['--key', key])];
    const { stdout, stderr } = await run(join(scripts, 'transfer'), args, { maxBuffer: 1e8 });
    return stdout + stderr;
  }

  /** Runs SQL on its database. */
  sql(statement: string): void {
    const port = String(Number(this.port) + 4000);
    execFileSync('psql', ['-qh', '127.0.0.1', '-p', port, '-U', 'postgres', '-c', statement, 'reference']);
  }

  /** Stops the server and its database. */
  async stop(): Promise<void> {
    const database = readFileSync(join(this.folder, 'pg.dir'), 'utf8').trim();
    await run('kill', [readFileSync(join(this.folder, 'server.pid'), 'utf8').trim()]).catch(() => undefined);
    await run('su', ['postgres', '-c', `/usr/lib/postgresql/15/bin/pg_ctl -D ${database}/data -m fast stop`]);
  }
}

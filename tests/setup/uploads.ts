// Serves an API that accepts uploads, and shows the folder that it stores files in.
import { readdir, rm } from 'node:fs/promises';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { otherwise, routes } from '../../functions/routes.ts';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import type { Config } from '../../lib/platform/config/index.ts';
import { corsOf, endpoint } from '../../lib/api/http/index.ts';
import { storeOf } from '../../lib/media/index.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { serveFiles } from '../../lib/server/serveFiles.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { secrets } from './secrets.ts';
import { createApi, testConfig, silentLog, type Api, type Reply } from './api.ts';

/** A file of a form: its name and its content. */
export type Part = readonly [name: string, content: Uint8Array | string];

export interface UploadApi extends Api {
  readonly url: () => string;
  readonly token: () => string;
  /** Sends a form to /api/upload. */
  readonly send: (
    files: readonly Part[],
    fields?: Readonly<Record<string, unknown>>,
    query?: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply>;
  /** The names of the stored files, without those in the trash. */
  readonly stored: () => Promise<readonly string[]>;
  /** The names of the files in the trash. */
  readonly inTrash: () => Promise<readonly string[]>;
  /** What requests left in the folder for temporary files. */
  readonly leftovers: () => Promise<readonly string[]>;
}

export const formOf = (files: readonly Part[], fields: Readonly<Record<string, unknown>> = {}): FormData => {
  const form = new FormData();
  for (const [name, content] of files)
    form.append('files', new File([typeof content === 'string' ? content : new Uint8Array(content)], name));
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
};

/**
 * @param upload settings of uploads; the folder is new unless they set one
 * @param project the site's own code
 * @param trash tests of a bucket look at the bytes that a deletion leaves, so it has none there
 */
export const createUploadApi = (
  schema: Schema,
  upload: Partial<Config['upload']> = {},
  project: readonly Extension[] = [],
  trash: Config['trash'] = upload.provider === 's3' ? { days: 0 } : testConfig.trash,
): UploadApi => {
  const [folder, temporary] = [
    mkdtempSync(join(tmpdir(), 'lectern-test-')),
    mkdtempSync(join(tmpdir(), 'lectern-test-')),
  ];
  // Other test files upload at the same time, so this file has its own temporary folder.
  const { TMPDIR: before } = process.env;
  const config = { ...testConfig, trash, upload: { ...testConfig.upload, folder, ...upload } };
  const api = createApi(schema, config, 1, secrets, project);
  const nextService = () => Promise.resolve(api.service());
  let server: RunningServer;
  let token = '';
  beforeAll(async () => {
    process.env.TMPDIR = temporary;
    server = await serve({
      routes: routes.map((route) => ({ ...route, handler: endpoint(route.handler.operation, nextService, silentLog) })),
      otherwise: endpoint(otherwise.operation, nextService, silentLog),
      ...{ host: '127.0.0.1', port: 0 },
      files: [serveFiles(storeOf(config.upload), corsOf(config.http.cors).headersFor)],
    });
    token = (await createToken(api.service(), { name: 'uploads', type: 'full-access' })).accessKey;
  });
  afterAll(async () => {
    await server.stop();
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await Promise.all([folder, temporary].map((one) => rm(one, { recursive: true, force: true })));
  });
  return {
    ...api,
    url: () => server.url,
    token: () => token,
    send: async (files, fields, query = '', extraHeaders = {}) => {
      const reply = await fetch(`${server.url}/api/upload${query}`, {
        method: 'POST',
        body: formOf(files, fields),
        headers: { authorization: `Bearer ${token}`, ...extraHeaders },
      });
      const headers = Object.fromEntries(reply.headers);
      return { status: reply.status, headers, body: await reply.json() };
    },
    stored: async () => (await readdir(folder)).filter((name) => name !== '.trash').sort(),
    inTrash: async () => (existsSync(join(folder, '.trash')) ? (await readdir(join(folder, '.trash'))).sort() : []),
    leftovers: () => readdir(temporary),
  };
};

// The Astro example in the editor's frame; framedNext.long has the Next.js example.
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { hasChromium, startEditor, type EditorSite } from '../setup/editor.ts';
import { freePort } from '../setup/port.ts';
import { exampleFolder } from '../site/folder.ts';
import { startProgram, type RunningProgram } from '../site/program.ts';
import { createArticle, testInFrame } from './inFrame.ts';

const slow = 600_000;

/** Lets everybody read what the pages show. */
const openContent = async ({ api }: EditorSite): Promise<void> => {
  const { roles } = await api('GET', '/api/users-permissions/roles');
  const { id } = roles.find(({ type }: { readonly type: string }) => type === 'public');
  const find = { enabled: true };
  const path = `/api/users-permissions/roles/${String(id)}`;
  const { permissions } = (await api('GET', path)).role;
  Object.assign(permissions, {
    'api::article': { controllers: { article: { find, findOne: find } } },
    'api::author': { controllers: { author: { find } } },
    'api::topic': { controllers: { topic: { find } } },
    'api::site': { controllers: { site: { find } } },
    'plugin::upload': { controllers: { 'content-api': { find } } },
  });
  await api('PUT', path, { permissions });
};

/** A token as that of the Astro example's README. */
const createSiteToken = async ({ api, url, user }: EditorSite): Promise<string> => {
  const { email: identifier, password } = user('administrator');
  const { jwt } = await api('POST', '/api/auth/local', { identifier, password });
  const answer = await fetch(`${url()}/admin/api-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt as string}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'site', type: 'published-only' }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: { accessKey: string } }).data.accessKey;
};

const site = await exampleFolder('astro');
const port = await freePort();
const astro = 'node_modules/astro/astro.js';

describe.runIf(hasChromium && site !== undefined)("the example astro in the editor's frame", () => {
  const example = site ?? { folder: '', env: {}, run: () => expect.fail() };
  const types = Object.fromEntries(['article', 'site'].map((type) => [`api::${type}.${type}`, { sharedMaxAge: 1 }]));
  const path = '/preview/{plural}/{documentId}?locale={locale}&token={token}&status={status}';
  const editor = startEditor({ settings: { preview: { url: `http://localhost:${port}${path}` }, cache: { types } } });
  let documentId: string;
  let server: RunningProgram | undefined;

  beforeAll(async () => {
    await openContent(editor);
    documentId = await createArticle(editor);
    const environment = { LECTERN_URL: editor.url(), LECTERN_TOKEN: await createSiteToken(editor) };
    // Without a check of types: `astro.long` has that.
    const { code, output } = await example.run(process.execPath, [astro, 'build'], { ...example.env, ...environment });
    if (code !== 0) throw new Error(output);
    const args = [astro, 'preview', '--host', 'localhost', '--port', String(port)];
    server = await startProgram(example, args, environment);
  }, slow);
  afterAll(() => server?.stop());

  testInFrame({ name: 'astro', editor, documentId: () => documentId, refreshes: false });
});

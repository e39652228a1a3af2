// Runs `npm start` with the content types of this folder, and fills it over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pictureOfSize } from '../media/files.ts';
import { secrets, secretsEnvironment } from '../setup/secrets.ts';

/** A server with content. */
export interface Lectern {
  /** Its address, without a path. */
  readonly url: string;
  /** A full-access token. */
  readonly token: string;
  /**
   * Sends a request with the token.
   *
   * @returns the body of the answer
   * @throws Error with the answer unless it is a success
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers have many shapes
  readonly send: (method: string, path: string, body?: object | FormData) => Promise<any>;
  readonly stop: () => Promise<void>;
}

const settings = (folder: string): object => ({
  api: { rest: { componentIds: true } },
  graphql: { enabled: true },
  upload: { folder: join(folder, 'uploads') },
});

const senderTo =
  (url: string, token: string): Lectern['send'] =>
  async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, {
      method,
      ...(body === undefined
        ? { headers }
        : body instanceof FormData
          ? { headers, body }
          : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };

/**
 * @param port where agents can sign in, as the address of the editor is known then; undefined: any
 * @throws Error with the output if the server ends before it is ready
 */
export const startLectern = async (databaseUri: string, port?: number): Promise<Lectern> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-clients-'));
  const config = join(folder, 'lectern.json');
  await writeFile(config, JSON.stringify(settings(folder)));
  const child = spawn(process.execPath, ['bin/start.js', '--built'], {
    env: {
      ...{ ...process.env, ...secretsEnvironment, MONGODB_URI: databaseUri, PORT: String(port ?? 0) },
      ...(port === undefined ? {} : { LECTERN_EDITOR_URL: `http://127.0.0.1:${port}/editor/` }),
      ...{ CONTENT_TYPES: 'tests/clients/content-types', LECTERN_CONFIG: config },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const output: string[] = [];
  const url = await new Promise<string>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        output.push(line);
        const [, address] = /Lectern is ready at ([^\s"]+)/.exec(line) ?? [];
        if (address !== undefined) ready(address);
      });
    void ended.then(() => {
      failed(new Error(output.join('\n')));
    });
  });
  const token = await senderTo(url, secrets.owner)('POST', '/admin/api-tokens', {
    ...{ name: 'clients', type: 'full-access' },
  });
  return {
    url,
    token: token.data.accessKey,
    send: senderTo(url, token.data.accessKey),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const links = ['Home', 'Shop'].map((label) => ({ label, url: `/${label.toLowerCase()}` }));

const text = (value: string, more: object = {}): object => ({ type: 'text', text: value, ...more });

const upload = async ({ send }: Lectern, name: string): Promise<{ readonly id: number; readonly url: string }> => {
  const form = new FormData();
  const bytes = await pictureOfSize(300, 200).png().toBuffer();
  form.append('files', new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  form.append('fileInfo', JSON.stringify({ alternativeText: `A picture called ${name}` }));
  const [file] = await send('POST', '/api/upload', form);
  return file;
};

/** Creates two authors, three published articles, a draft and the home page; each has components, and most pictures. */
export const fillLectern = async (lectern: Lectern): Promise<void> => {
  const { send } = lectern;
  const create = async (path: string, data: object): Promise<{ readonly documentId: string }> =>
    (await send('POST', `/api/${path}`, { data })).data;
  const [cover, portrait] = [await upload(lectern, 'cover.png'), await upload(lectern, 'portrait.png')];
  const [ada, bea] = [
    await create('authors', { name: 'Ada', portrait: portrait.id, links }),
    await create('authors', { name: 'Bea', links }),
  ];
  const article = (title: string, author: string): object => ({
    ...{
      title,
      slug: title.toLowerCase(),
      body: `# ${title}\n\n![The cover](${cover.url})`,
      facts: { words: 100 },
      cover: cover.id,
      author,
    },
    seo: { title, description: `About ${title}` },
    sections: [
      { __component: 'section.text', body: 'A paragraph' },
      { __component: 'section.links', heading: 'See also', links },
    ],
    story: [
      { type: 'heading', level: 2, children: [text(title)] },
      { type: 'paragraph', children: [text('Plain, '), text('bold', { bold: true }), text(' and '), link] },
      { type: 'list', format: 'unordered', children: [{ type: 'list-item', children: [text('One')] }] },
      { type: 'quote', children: [text('Quoted')] },
      { type: 'code', children: [text('let it = 1;')] },
      { type: 'image', image: { ...cover, alternativeText: 'The cover' }, children: [text('')] },
    ],
  });
  await create('articles', article('Paper', ada.documentId));
  await create('articles', article('Binding', ada.documentId));
  await create('articles', article('Print', bea.documentId));
  await create('articles?status=draft', article('Reading', bea.documentId));
  await send('PUT', '/api/home', { data: { title: 'The Reading Room', links } });
};

const link = { type: 'link', url: 'https://example.org', children: [text('a link')] };

// Runs the examples in README.md and docs/ against the sample content and compares the answers.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSchema, typeOf, type Schema } from '../../lib/schema/index.ts';
import { seed } from '../../cli/seed/index.ts';
import { freshFolder } from '../media/files.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { indexSite } from '../search/indexSite.ts';

interface Example {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly answer: unknown;
}

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .sort(),
];

/** An example: an `http` block with headers and body, or curl in an `sh` block, followed by a `json` block. */
const request =
  /```(?:http\n(?<method>[A-Z]+) (?<path>\S+)(?<headers>(?:\n[\w-]+: .+)*)(?:\n\n(?<body>[\s\S]*?))?|sh\n(?:(?!```)[\s\S])*?'http:\/\/[^/]+(?<url>\/[^']*)')\n```\s+```json\n(?<answer>[\s\S]*?)```/g;

const headersIn = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...lines.matchAll(/^([\w-]+): (.+)$/gm)].map(([, name, value]) => [name, value]));

const examplesOf = (page: string): readonly Example[] =>
  [...readFileSync(page, 'utf8').matchAll(request)].map(({ groups = {} }) => ({
    name: `${page}: ${groups.method ?? 'GET'} ${groups.path ?? groups.url ?? ''}`,
    method: groups.method ?? 'GET',
    url: groups.path ?? groups.url ?? '',
    headers: headersIn(groups.headers ?? ''),
    body: groups.body,
    answer: JSON.parse(groups.answer ?? '') as unknown,
  }));

/** Blanks values that differ from run to run. */
const blanked = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => blanked(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blanked(item, name)]));
  return [
    ...['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'expiresAt'],
    ...['at', 'nextCursor', 'next', 'accessKey', 'jwt', 'hash', 'url', 'token', 'secret'],
  ].includes(key)
    ? typeof value
    : value;
};

const { schema } = await loadSchema('content-types');

/** The sample site has no stages: the page about them has its own. */
const withStages = (): Schema => {
  const review = { stages: ['writing', 'review', 'ready'], publishFrom: 'ready' };
  const article = { ...typeOf(schema, 'api::article.article'), review };
  return {
    ...schema,
    types: new Map(schema.types).set(article.uid, article),
    served: new Map(schema.served).set('articles', article),
  };
};

const folder = await freshFolder();
const reviewApi = createApi(withStages());
const api = createApi(schema, { ...testConfig, upload: { ...testConfig.upload, folder } });

/** Multipart forms have CRLF line ends. */
const sent = (body: string | undefined, headers: Readonly<Record<string, string>>): string | undefined =>
  headers['Content-Type']?.startsWith('multipart/') === true ? body?.replaceAll('\n', '\r\n') : body;

beforeAll(async () => {
  await seed(api.service(), JSON.parse(readFileSync('sample/content.json', 'utf8')), () => undefined);
  await indexSite(api.service());
});

/** The document of the last answer with one, which `<documentId>` stands for. */
let lastDocumentId = '';
const filled = (text: string): string => text.replaceAll('<documentId>', lastDocumentId);

describe('the documentation', () => {
  const examples = pages.flatMap(examplesOf);

  it('has examples', () => {
    expect(examples.map(({ name }) => name)).toContain('docs/writing.md: POST /api/topics');
  });

  it.each(examples)('shows the actual answer in $name', async ({ name, method, url, headers, body, answer }) => {
    // A login request has no credentials yet.
    const as = url.startsWith('/admin/')
      ? { token: secrets.owner }
      : url.startsWith('/api/auth/')
        ? null
        : 'full-access';
    const whole = sent(body, headers);
    const reply = await (name.startsWith('docs/review.md') ? reviewApi : api).request(method, filled(url), {
      ...{ headers, body: whole === undefined ? undefined : filled(whole), as },
    });
    const { documentId } = (reply.body?.data ?? {}) as { readonly documentId?: string };
    lastDocumentId = documentId ?? lastDocumentId;
    expect(blanked(reply.body)).toEqual(blanked(answer));
  });
});

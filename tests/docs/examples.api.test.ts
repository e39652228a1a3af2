// Runs the examples in README.md and docs/ against the sample content and compares the answers.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSchema, typeOf, type Schema } from '../../lib/schema/index.ts';
import { seed } from '../../cli/seed/index.ts';
import { freshFolder } from '../media/files.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { indexSite } from '../search/indexSite.ts';
import { blanked, examplesOf } from './httpExamples.ts';
import { configOf } from './settingsExamples.ts';

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.endsWith('editor-api.md')) // editorApi.api.test.ts has a site for it
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .sort(),
];

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
const api = createApi(schema, {
  ...testConfig,
  preview: { ...testConfig.preview, ...configOf('preview.url', 'preview.md').preview },
  upload: { ...testConfig.upload, folder },
});

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

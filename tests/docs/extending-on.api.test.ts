// Runs the event handlers in docs/extending.on.md on the sample site.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { afterEach, expect, it, vi } from 'vitest';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { createEventSite } from '../events/relay/eventSite.ts';

const pieces = [...readFileSync('docs/extending.on.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)];
const definitions: Extension[] = [];
for (const [, code = ''] of pieces) {
  const source = code.replace(/^import .*$/m, 'const defineExtension = (extension) => extension;');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext };
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  const loaded = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as { default: Extension };
  definitions.push(loaded.default);
}
const { schema } = await loadSchema('content-types');
const site = await createEventSite(schema, definitions);

afterEach(() => {
  vi.restoreAllMocks();
});

it('the handlers do what the page says', async () => {
  const calls: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, { method, body } = {}) => {
    calls.push(`${method ?? ''} ${new URL(url).pathname} ${typeof body === 'string' ? body : ''}`);
    return Promise.resolve(new Response());
  });
  await site.post('/api/topics', { name: 'Rivers' });
  const { documentId: id } = (await site.post('/api/articles', { title: 'Tides' })).body.data;
  await site.put(`/api/articles/${id}?status=draft`, { summary: 'x'.repeat(200) });
  await site.runRelay();
  expect((await site.get(`/api/articles/${id}?status=draft`)).body.data.readingMinutes).toBe(5);
  await site.delete(`/api/articles/${id}`);
  await site.runRelay();
  expect(await site.deliveries()).toEqual([]);
  expect(calls).toEqual(
    expect.arrayContaining([
      `POST /indexes/articles/documents ${JSON.stringify({ id: `${id}-en`, title: 'Tides', slug: 'tides' })}`,
      `DELETE /indexes/articles/documents/${id}-en `,
      `POST /messages ${JSON.stringify({ to: 'editors@example.org', subject: 'New topic: Rivers' })}`,
    ]),
  );
});

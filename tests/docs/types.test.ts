// Compiles the examples in docs/content-types.md and docs/examples/types with the types of the sample site.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { typesModule } from '../../lib/describe/types/index.ts';
import { faultsIn } from '../describe/types/compile.ts';

it('the examples in docs/content-types.md compile, except those marked as errors', async () => {
  const { schema } = await loadSchema('content-types');
  const inPage = [...readFileSync('docs/content-types.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)];
  const folder = 'docs/examples/types';
  const examples = [
    ...inPage.map(([, code = ''], index) => [`example${index}.ts`, code]),
    ...readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]),
  ];
  expect(examples.length).toBeGreaterThan(3);
  // Every platform has a console, but the compiler does not declare it.
  const console = 'declare const console: { log(...values: unknown[]): void };';
  const files = { 'lectern.ts': typesModule(schema), 'console.d.ts': console, ...Object.fromEntries(examples) };
  expect(faultsIn(files)).toEqual([]);
});

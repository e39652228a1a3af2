// Compiles the examples in docs/content-types.md with the types of the sample site.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { typesModule } from '../../lib/describe/types/index.ts';
import { faultsIn } from '../describe/types/compile.ts';

it('the examples in docs/content-types.md compile, except those marked as errors', async () => {
  const { schema } = await loadSchema('content-types');
  const examples = [...readFileSync('docs/content-types.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ''], index) => [`example${index}.ts`, code],
  );
  expect(examples.length).toBeGreaterThan(3);
  // Every platform has a console, but the compiler does not declare it.
  const console = 'declare const console: { log(...values: unknown[]): void };';
  const files = { 'lectern.ts': typesModule(schema), 'console.d.ts': console, ...Object.fromEntries(examples) };
  expect(faultsIn(files)).toEqual([]);
});

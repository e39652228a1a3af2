// The examples in TypeScript are compiled with the types of the sample content types.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { typesModule } from '../../lib/describe/types/index.ts';
import { faultsIn } from '../types/compile.ts';

it('the examples of docs/types.md compile, but where they say that they do not', async () => {
  const { schema } = await loadSchema('content-types');
  const examples = [...readFileSync('docs/types.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ''], index) => [`example${index}.ts`, code],
  );
  expect(examples.length).toBeGreaterThan(3);
  // The console is there on every platform, but not in the language.
  const console = 'declare const console: { log(...values: unknown[]): void };';
  const files = { 'lectern.ts': typesModule(schema), 'console.d.ts': console, ...Object.fromEntries(examples) };
  expect(faultsIn(files)).toEqual([]);
});

// Standalone validators report the same faults, in every detail, as validators that ajv compiles.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { validatorOf } from '../../../lib/write/input/compile.ts';
import { standaloneValidators } from '../../../lib/write/input/index.ts';
import { loadSchema } from '../../../lib/schema/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-validators-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { schema } = await loadSchema('tests/schema/fixtures/shop');
const file = join(folder, 'validators.mjs');
const { source, files } = standaloneValidators(schema);
await writeFile(file, source);
for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
const standalone = (await import(pathToFileURL(file).href)) as { readonly validatorOf: typeof validatorOf };

const values: readonly unknown[] = [
  ...[undefined, null, '', 'x', 'x'.repeat(300), 0, 1.5, -7, 1e300, NaN, true, [], {}, [null], [{}], ['x']],
  ...['a@b.example', '2024-02-29', '12:34:00.000', '9007199254740993', [{ __component: 'blocks.hero' }]],
  [{ type: 'paragraph', children: [{ type: 'text', text: 1 }] }],
];

const types = [...schema.types.values()].map((type) => [type.uid, type] as const);

it.each(types)('standalone validators of %s report the same faults', (_, type) => {
  const seen = new Set<string>();
  for (const rules of ['draft', 'published', 'version'] as const)
    for (const allErrors of [true, false]) {
      const ours = validatorOf(schema, type, rules, allErrors);
      const standaloneValidator = standalone.validatorOf(schema, type, rules, allErrors);
      for (const value of values) {
        const document = Object.fromEntries([...type.attributes.keys()].map((name) => [name, value]));
        expect([rules, allErrors, value, standaloneValidator(document), standaloneValidator.errors]).toEqual([
          ...[rules, allErrors, value],
          ...[ours(document), ours.errors],
        ]);
        seen.add(`${rules} ${JSON.stringify(ours.errors?.map(({ keyword, instancePath }) => keyword + instancePath))}`);
      }
    }
  // The rules give different faults, so the comparison is not empty.
  expect(seen.size).toBeGreaterThan(5);
});

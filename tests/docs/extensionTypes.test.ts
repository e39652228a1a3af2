// The extensions and the fields that the documentation shows compile with the generated types of the sample site.
import { expect, it } from 'vitest';
import { projectTypesModule } from '../../lib/describe/types/index.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { extensionFaultsIn } from '../describe/types/compile.ts';
import { examples, shopExample, shopSchema } from './extensionExamples.ts';
import { fieldExamples, pictureDeclaration } from './fieldExamples.ts';

const { schema } = await loadSchema('content-types');

it('the examples have no type errors', () => {
  expect(examples.size).toBeGreaterThan(10);
  const files = [...examples].map(([file, code]) => [file.replace('extensions/', ''), code]);
  const types = projectTypesModule({ schema, config: defaultConfig });
  expect(extensionFaultsIn({ 'types.d.ts': types, ...Object.fromEntries(files) })).toEqual([]);
});

it('the shop has no type errors', () => {
  const types = projectTypesModule({ schema: shopSchema, config: defaultConfig });
  expect(extensionFaultsIn({ 'types.d.ts': types, 'tickets.ts': shopExample })).toEqual([]);
});

it('the fields have no type errors', () => {
  const files = [...fieldExamples].map(([file, code]) => [file.replace('extensions/editor/', ''), code]);
  expect(extensionFaultsIn({ 'pictures.d.ts': pictureDeclaration, ...Object.fromEntries(files) })).toEqual([]);
});

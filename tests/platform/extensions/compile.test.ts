import { expect, it } from 'vitest';
import { compileExtensions } from '../../../lib/platform/extensions/index.ts';
import { library } from '../../write/documents/library.ts';

const compile = (...definitions: readonly unknown[]) =>
  compileExtensions(
    library,
    definitions.map((definition, index) => ({ file: `extensions/${index}.ts`, definition })),
  );

const uid = [...library.served.values()][0]?.uid ?? '';

it('combines files in their order', () => {
  const [first, second] = [() => undefined, () => undefined];
  const extensions = compile({ types: { [uid]: { validate: first } } }, { types: { [uid]: { validate: second } } });
  expect(extensions?.types.get(uid)?.map(({ value }) => value.validate)).toEqual([first, second]);
  expect(extensions?.types.get(uid)?.map(({ file }) => file)).toEqual(['extensions/0.ts', 'extensions/1.ts']);
});

it('is undefined without files', () => {
  expect(compile()).toBeUndefined();
});

it('reports every fault', () => {
  const failing = () =>
    compile({ type: {} }, 'text', { types: { 'api::nothing.nothing': {}, [uid]: { validat: 1 } } }, { types: 5 });
  expect(failing).toThrow(
    [
      'extensions/0.ts  type: is unknown here; did you mean "types"?',
      'extensions/1.ts: must export an extension: `export default defineExtension({ … })`',
      'extensions/2.ts  types.api::nothing.nothing: there is no content type api::nothing.nothing',
      `extensions/2.ts  types.${uid}.validat: is unknown here; did you mean "validate"?`,
      "extensions/3.ts  types: must be an object: { 'api::article.article': { … } }",
    ].join('\n'),
  );
});

it('refuses two files of the same name, because the receiver of their event handlers has it', () => {
  const files = ['a.js', 'a.ts', 'b.ts'].map((name) => ({ file: `extensions/${name}`, definition: {} }));
  const message = 'extensions/a.ts: has the name of extensions/a.js: rename or delete one';
  expect(() => compileExtensions(library, files)).toThrow(message);
  expect(compileExtensions(library, files.slice(1))).toBeDefined();
});

// The modules that bundles contain in place of unused parts of Lectern fit the modules that they replace.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { unusedParts } from '../../../cli/bundle/unusedParts.ts';
import { schemaOf } from '../../setup/schema.ts';

const parts = Object.entries(unusedParts({ schema: schemaOf({}), config: defaultConfig }));

const exportsOf = (module: unknown): readonly string[] => Object.keys(module as object).sort();

it.each(parts)('the replacement of %s exports functions of the module', async (path, source) => {
  const original = exportsOf(await import(/* @vite-ignore */ `../../../${path}`));
  const replacement = exportsOf(await import(`data:text/javascript,${encodeURIComponent(source)}`));
  expect(replacement.length).toBeGreaterThan(0);
  expect(original).toEqual(expect.arrayContaining([...replacement]));
});

/** A module that a comment calls replaced, but that no list names, would be in every bundle. */
it('every module that says so is replaced', async () => {
  const files = (await readdir('lib', { recursive: true })).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(
    files.map(async (file) => [`lib/${file}`, await readFile(join('lib', file), 'utf8')]),
  );
  const announced = texts.filter(([, text = '']) => /\ba stub replaces this module/.test(text)).map(([path]) => path);
  expect(announced.length).toBeGreaterThan(0);
  expect(parts.map(([path]) => path)).toEqual(expect.arrayContaining(announced));
});

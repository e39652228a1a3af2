// Leaves out the styles of Mantine's components that the editor does not use, or loads for the first screens: more than half.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const packages = join(import.meta.dirname, '../node_modules/@mantine');

const filesIn = (folder: string, name: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file));

const read = (file: string): string => readFileSync(file, 'utf8');

/** @param files paths @returns the names of components that they import from Mantine */
export const importsOf = (files: readonly string[]): ReadonlySet<string> =>
  new Set(
    files.flatMap((file) =>
      [...read(file).matchAll(/import \{([^}]*)\} from ["']@mantine\/core["']/g)].flatMap(([, list = '']) =>
        list.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
      ),
    ),
  );

const sheetOf = (name: string): string => join(packages, `core/styles/${name}.layer.css`);

/** @param names of components @returns the names of the style sheets in `@mantine/core/styles` that they need */
export const findStyles = (names: ReadonlySet<string>): ReadonlySet<string> => {
  const esm = join(packages, 'core/esm');
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    for (const [, path = ''] of read(file).matchAll(/from "(\.[^"]+)"/g)) visit(join(dirname(file), path));
  };
  for (const [, list = '', path = ''] of read(join(esm, 'index.mjs')).matchAll(
    /import \{([^}]*)\} from "(\.\/[^"]+)"/g,
  ))
    if (list.split(',').some((name) => names.has(name.trim()))) visit(join(esm, path));
  const styled = [...seen].flatMap((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []);
  return new Set(styled.filter((name) => existsSync(sheetOf(name))));
};

export const usedStyles: Plugin = {
  name: 'used-styles',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /@mantine\/core\/styles\.layer\.css$/ },
    handler(all) {
      const others = ['modals', 'notifications', 'spotlight'].flatMap((name) =>
        filesIn(join(packages, name, 'esm'), /\.mjs$/),
      );
      const sources = [...filesIn(join(import.meta.dirname, 'src'), /\.tsx?$/), ...others];
      // The page has those already, and they are what others build on.
      const first = read(join(import.meta.dirname, 'src/app/firstStyles.css'));
      const sheets = [...findStyles(importsOf(sources))]
        .filter((name) => !first.includes(`/${name}.layer.css`))
        .map((name) => read(sheetOf(name)));
      // In the order of all styles, in which later ones win.
      const placeOf = (sheet: string): number => all.indexOf(/\.m_[0-9a-f]+/.exec(sheet)?.[0] ?? '');
      return { code: [...sheets].sort((one, other) => placeOf(one) - placeOf(other)).join('\n'), map: null };
    },
  },
};

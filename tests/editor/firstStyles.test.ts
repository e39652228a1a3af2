// The styles that a page without a session loads: those of all components that it can show.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const mantine = 'node_modules/@mantine/core';

/** Each file that is imported, also when it is needed, from the given ones. */
const reach = (roots: readonly string[], imports: RegExp): readonly string[] => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imports)) visit(join(dirname(file), path));
  };
  for (const root of roots) visit(root);
  return [...seen];
};

it('are in firstStyles.css', () => {
  const pages = ['account/LoginPage', 'account/ForgotPasswordPage', 'account/SetPasswordPage', 'account/LogoutPage'];
  const files = reach(
    ['app/App', 'app/Root', 'app/ErrorPage', ...pages].map((name) => `editor/src/${name}.tsx`),
    // The screens with a session are behind the router.
    /(?:from |import\()'(\.{1,2}\/(?!app\/|.*router)[^']+\.tsx?)'/g,
  );
  expect(files.some((file) => file.endsWith('FactorForm.tsx'))).toBe(true);
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    ),
  );
  const index = readFileSync(join(mantine, 'esm/index.mjs'), 'utf8');
  const modules = [...new Set(names)].flatMap((name) => {
    const [, path] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "(\\./components/[^"]+)"`).exec(index) ?? [];
    return path === undefined ? [] : [join(mantine, 'esm', path)];
  });
  const styled = reach(modules, /from "(\.[^"]+\.mjs)"/g)
    .map((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1])
    .filter((name) => name !== undefined && existsSync(join(mantine, `styles/${name}.css`)));
  const listed = [...readFileSync('editor/src/app/firstStyles.css', 'utf8').matchAll(/styles\/(\w+)\.layer/g)].map(
    ([, name]) => name,
  );
  expect(styled).toContain('Button');
  // A component has its variants as properties, such as `Checkbox.Card`.
  const isVariant = (name: string): boolean =>
    !names.includes(name) && styled.some((other) => other !== name && name.startsWith(other ?? ''));
  expect(styled.filter((name = '') => !listed.includes(name) && !isVariant(name))).toEqual([]);
});

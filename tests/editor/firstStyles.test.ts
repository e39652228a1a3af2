// The styles that a page without a session loads: those of all components that it can show.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findStyles, importsOf } from '../../editor/usedStyles.ts';

/** Each file that these import, also when it is needed. */
const reach = (roots: readonly string[]): readonly string[] => {
  // The screens with a session are behind the router.
  const imports = /(?:from |import\()'(\.{1,2}\/(?!app\/|.*router)[^']+\.tsx?)'/g;
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
  const files = reach(['app/App', 'app/Root', 'app/ErrorPage', ...pages].map((name) => `editor/src/${name}.tsx`));
  expect(files.some((file) => file.endsWith('FactorForm.tsx'))).toBe(true);
  const names = importsOf(files);
  const styled = [...findStyles(names)];
  const listed = [...readFileSync('editor/src/app/firstStyles.css', 'utf8').matchAll(/styles\/(\w+)\.layer/g)].map(
    ([, name]) => name,
  );
  expect(styled).toContain('Button');
  // A component has its variants as properties, such as `Checkbox.Card`.
  const isVariant = (name: string): boolean =>
    !names.has(name) && styled.some((other) => other !== name && name.startsWith(other));
  expect(styled.filter((name) => !listed.includes(name) && !isVariant(name))).toEqual([]);
});

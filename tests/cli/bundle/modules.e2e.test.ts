// What content functions evaluate before their first query: the modules of `modules.txt`, and no others.
import { expect, it } from 'vitest';
import { inputsOf, outputOf, sharedBundles } from './bundled.ts';

const functions = await sharedBundles('plain');
const names = ['find', 'findOne', 'create', 'update', 'delete'];

/** `lib/errors.ts`, `package mongodb` or `node:crypto`; undefined: code of this build. */
const moduleName = (path: string): string | undefined => {
  if (path.startsWith('required:')) return path.slice('required:'.length);
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (name !== undefined) return `package ${name}`;
  return path.startsWith('lib/') || path.startsWith('functions/') ? path : undefined;
};

/** The modules by the functions whose bundles contain them: all that is in a bundle is evaluated when it loads. */
const modulesText = (): string => {
  const holders = new Map<string, Set<string>>();
  for (const name of names)
    for (const [path, bytes] of inputsOf(functions, name)) {
      const module = bytes > 0 ? moduleName(path) : undefined;
      if (module !== undefined) holders.set(module, (holders.get(module) ?? new Set()).add(name));
    }
  const groups = new Map<string, string[]>();
  for (const [module, holding] of holders) {
    const key = holding.size === names.length ? 'all' : [...holding].join(', ');
    groups.set(key, [...(groups.get(key) ?? []), module]);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([key, modules]) =>
        `${key}:\n${modules
          .sort()
          .map((module) => `  ${module}\n`)
          .join('')}`,
    )
    .join('\n');
};

it('content functions evaluate the modules of modules.txt before their first query', async () => {
  await expect(
    modulesText(),
    'Each module makes cold starts slower. Load it later, or run this test with -u and commit modules.txt',
  ).toMatchFileSnapshot('modules.txt');
});

it.each(names)('%s is one file at its start', (name) => {
  const atStart = outputOf(functions, name).imports.filter(({ kind }) => kind === 'import-statement');
  expect(atStart).toEqual([]);
});

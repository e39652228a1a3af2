// The command line starts quickly because it loads the code of a command only when the command runs.
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';

type Outputs = Metafile['outputs'];

/** The packages that a file of the output imports, itself or through other files, before it runs. */
const packagesOf = (outputs: Outputs, file: string, seen = new Set<string>()): readonly string[] => {
  seen.add(file);
  return (outputs[file]?.imports ?? [])
    .filter(({ kind, path }) => kind === 'import-statement' && !seen.has(path) && !path.startsWith('node:'))
    .flatMap(({ external, path }) => (external === true ? [path] : packagesOf(outputs, path, seen)));
};

it('loads only Commander to print its help, and no MongoDB to check the configuration', async () => {
  const { metafile } = await build({
    ...{ entryPoints: ['cli/main.ts'], outdir: 'dist', write: false, metafile: true },
    ...{ bundle: true, splitting: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' },
  });
  const packagesOfSource = (source: string): ReadonlySet<string> => {
    const file = Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint === source);
    return new Set(packagesOf(metafile.outputs, file ?? expect.fail(source)));
  };
  expect(packagesOfSource('cli/main.ts')).toEqual(new Set(['commander']));
  expect(packagesOfSource('cli/config/configCommand.ts')).not.toContain('mongodb');
});

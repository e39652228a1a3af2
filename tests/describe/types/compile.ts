// Compiles modules in memory with strict options.
import { posix } from 'node:path';
import { API, type Diagnostic, type Project } from 'typescript/unstable/sync';

const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [] as readonly string[],
};

const texts = new Map<string, string>();

const compiler = new API({
  fs: {
    fileExists: (name) => texts.has(name) || undefined,
    readFile: (name) => texts.get(name),
    directoryExists: (name) => [...texts.keys()].some((path) => path.startsWith(`${name}/`)) || undefined,
  },
});

/**
 * @param files texts by name in one folder: './lectern.ts' imports `lectern.ts`
 * @returns the errors, one a line: `site.ts(3): Property …`
 */
export const faultsIn = (files: Readonly<Record<string, string>>): readonly string[] => {
  const { program } = projectOf(files, options);
  return linesOf([
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getProgramDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ]);
};

/**
 * The same for the extensions of a project, which import `lectern`, and for its fields, which import `lectern/editor`.
 *
 * @returns the errors in the files themselves
 */
export const extensionFaultsIn = (files: Readonly<Record<string, string>>): readonly string[] => {
  const lectern = posix.join(process.cwd(), 'lib/platform/lectern.ts');
  const field = posix.join(process.cwd(), 'lib/schema/customField.ts');
  const paths = { lectern: [lectern], 'lectern/editor': [field] };
  const { program, rootFiles } = projectOf(files, { ...options, types: ['node'], jsx: 'react-jsx', paths });
  return linesOf(
    rootFiles.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  );
};

let projects = 0;

/** Each project has a folder of its own, because the compiler keeps what it read. */
const projectOf = (files: Readonly<Record<string, string>>, compilerOptions: object): Project => {
  const folder = posix.join(process.cwd(), 'tests/describe/types', `project${++projects}`);
  const config = posix.join(folder, 'tsconfig.json');
  for (const [name, text] of Object.entries(files)) texts.set(posix.join(folder, name), text);
  texts.set(config, JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (project === undefined) throw new Error(`The compiler did not open ${config}`);
  return project;
};

const linesOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ fileName = '', pos, ...message }) => {
    const line = texts.get(fileName)?.slice(0, pos).split('\n').length ?? 0;
    return `${posix.basename(fileName)}(${line}): ${textOf(message)}`;
  });

/** The message with those that explain it. */
const textOf = ({ text, messageChain = [] }: Pick<Diagnostic, 'text' | 'messageChain'>): string =>
  [text, ...messageChain.map(textOf)].join(' ');

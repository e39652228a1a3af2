// Compiles modules in memory with strict options.
import { posix } from 'node:path';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

const host = ts.createCompilerHost(options);

/** The folder that the modules pretend to be in. */
const folder = posix.join(process.cwd(), 'tests/describe/types');

const libraries = new Map<string, ts.SourceFile | undefined>();

/** Parses the files of the compiler and of node_modules once. */
const library = (name: string, target: ts.ScriptTarget): ts.SourceFile | undefined => {
  if (!libraries.has(name)) libraries.set(name, host.getSourceFile(name, target));
  return libraries.get(name);
};

/**
 * @param files texts by name in one folder: './lectern.ts' imports `lectern.ts`
 * @returns the errors, one a line: `site.ts(3): Property …`
 */
export const faultsIn = (files: Readonly<Record<string, string>>): readonly string[] =>
  linesOf(ts.getPreEmitDiagnostics(programOf(files, options)));

/** Whether any of the files has an error; checks them in their order, and no further than the first error. */
export const isFaulty = (files: Readonly<Record<string, string>>): boolean => {
  const program = programOf(files, options);
  return Object.keys(files).some((name) => {
    const file = program.getSourceFile(posix.join(folder, name));
    return program.getSyntacticDiagnostics(file).length + program.getSemanticDiagnostics(file).length > 0;
  });
};

/**
 * Like `faultsIn`, for the extensions of a project, which import `lectern`.
 *
 * @returns the errors in the files themselves
 */
export const extensionFaultsIn = (files: Readonly<Record<string, string>>): readonly string[] => {
  const program = programOf(files, {
    ...options,
    types: ['node'],
    paths: { lectern: [posix.join(process.cwd(), 'lib/platform/lectern.ts')] },
  });
  const own = program.getSourceFiles().filter(({ fileName }) => posix.basename(fileName) in files);
  return linesOf(
    own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  );
};

const programOf = (files: Readonly<Record<string, string>>, compilerOptions: ts.CompilerOptions): ts.Program => {
  const texts = new Map(Object.entries(files).map(([name, text]) => [posix.join(folder, name), text]));
  return ts.createProgram({
    rootNames: [...texts.keys()],
    options: compilerOptions,
    host: {
      ...host,
      fileExists: (name) => texts.has(name) || host.fileExists(name),
      readFile: (name) => texts.get(name) ?? host.readFile(name),
      getSourceFile: (name, target) => {
        const text = texts.get(name);
        return text === undefined
          ? library(name, typeof target === 'object' ? target.languageVersion : target)
          : ts.createSourceFile(name, text, target);
      },
    },
  });
};

const linesOf = (diagnostics: readonly ts.Diagnostic[]): readonly string[] =>
  diagnostics.map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${posix.basename(file?.fileName ?? '')}(${line}): ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });

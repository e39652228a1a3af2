// Turns schema files into a checked schema, step by step, and collects every fault.
import { builtInTypes } from './builtInTypes.ts';
import { checkComponents } from './checkComponents.ts';
import { checkDeclaredIndexes } from './checkDeclaredIndexes.ts';
import { checkNames } from './checkNames.ts';
import { checkNesting } from './checkNesting.ts';
import { checkRelations } from './checkRelations.ts';
import { checkSearch } from './checkSearch.ts';
import { checkCreators, checkPrivacy, checkValues } from './checkValues.ts';
import { extendedType, extendType, ignoredExtension, isIgnoredExtension, withExtendedNames } from './extensions.ts';
import { readDefinition } from './readDefinition.ts';
import type { ComponentDefinition, Definition, Definitions, TypeDefinition } from './definition.ts';
import type { Findings } from './faults.ts';
import { buildModel } from './buildModel.ts';
import { isObject } from './jsonValues.ts';
import { parseFiles, type ParsedFile, type SchemaFiles } from './parseFiles.ts';
import { normalizeDefinitions } from './normalizeDefinitions.ts';
import { checkReview } from './reviewStages.ts';
import type { DeclaredFile, Fault, Schema } from './types.ts';
import { readViews } from './views/readViews.ts';

export interface BuildResult extends Findings {
  /** Undefined when there are faults. */
  readonly schema: Schema | undefined;
}

const isType = (definition: Definition): definition is TypeDefinition => definition.is === 'type';
const isComponent = (definition: Definition): definition is ComponentDefinition => definition.is === 'component';

/** The built-in types, extended by the folder's files, and the folder's own types. */
const withBuiltInTypes = (own: readonly TypeDefinition[]): readonly TypeDefinition[] => [
  ...builtInTypes.map((base) => {
    const extension = own.find((type) => extendedType(type) === base);
    return extension === undefined ? base : { ...extendType(base, extension), file: extension.file };
  }),
  ...own.filter((type) => extendedType(type) === undefined),
];

const byUid = <D extends Definition>(definitions: readonly D[]): ReadonlyMap<string, D> =>
  new Map(definitions.map((definition) => [definition.uid, definition]));

const sortByFile = (faults: readonly Fault[]): readonly Fault[] =>
  faults.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));

const extensionWarnings = (parsed: ParsedFile): readonly Fault[] => {
  const message = isIgnoredExtension(parsed) ? ignoredExtension(parsed) : undefined;
  return message === undefined ? [] : [{ file: parsed.file, path: '', message }];
};

/** The uid in the model; that of a built-in type for a file that extends it. */
const uidOf = (definition: Definition): string =>
  (definition.is === 'type' ? extendedType(definition)?.uid : undefined) ?? definition.uid;

/** @param definitions of the files, in the same order */
const declaredFiles = (
  parsed: readonly ParsedFile[],
  definitions: readonly Definition[],
): ReadonlyMap<string, DeclaredFile> =>
  new Map(
    definitions.flatMap((definition, i) => {
      const { file, json } = parsed[i] ?? {};
      return file === undefined || !isObject(json) ? [] : [[uidOf(definition), { file, json }] as const];
    }),
  );

/**
 * Checks schema files and builds the schema.
 *
 * @param files their text by path, from readFolder or from a bundle
 * @returns the schema, or all faults; warnings name what Lectern can serve but reads differently than it is written
 */
export const buildSchema = (files: SchemaFiles): BuildResult => {
  const { parsed: all, ...read } = parseFiles(files);
  const parsed = all.filter((one) => !isIgnoredExtension(one)).map(withExtendedNames);
  const results = parsed.map(readDefinition);
  const definitions = results.map(({ definition }) => definition);
  const types = withBuiltInTypes(definitions.filter(isType));
  const declared: Definitions = { types: byUid(types), components: byUid(definitions.filter(isComponent)) };
  const normalized = normalizeDefinitions(declared);
  const values = checkValues(normalized.definitions);
  const views = readViews(files, new Map(definitions.map((one) => [one.file, { is: one.is, uid: uidOf(one) }])));

  const faults = sortByFile([
    ...read.faults,
    ...results.flatMap((one) => one.faults),
    ...checkNames(types, declared),
    ...checkRelations(normalized.definitions),
    ...checkComponents(normalized.definitions),
    ...checkNesting(normalized.definitions),
    ...checkDeclaredIndexes(normalized.definitions),
    ...checkSearch(normalized.definitions),
    ...checkReview(normalized.definitions),
    ...values.faults,
    ...views.faults,
  ]);
  const empty = { file: 'content types', path: '', message: 'the folder holds none; add one, such as article.json' };
  const warnings = sortByFile([
    ...(parsed.some((one) => one.is === 'type') ? [] : [empty]),
    ...read.warnings,
    ...all.flatMap(extensionWarnings),
    ...results.flatMap((one) => one.warnings),
    ...normalized.warnings,
    ...values.warnings,
    ...checkPrivacy(declared),
    ...checkCreators(normalized.definitions),
  ]);
  if (faults.length > 0) return { schema: undefined, faults, warnings };
  const source = { files: declaredFiles(parsed, definitions), views: views.views, warnings };
  return { schema: { ...buildModel(normalized.definitions), source }, faults, warnings };
};

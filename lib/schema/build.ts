// Turns schema files into a checked schema, step by step, and collects every fault.
import { builtInTypes, extend, extendedBy } from './builtIn.ts';
import { checkComponents } from './checkComponents.ts';
import { checkIndexes } from './checkIndexes.ts';
import { checkNames } from './checkNames.ts';
import { checkNesting } from './checkNesting.ts';
import { checkRelations } from './checkRelations.ts';
import { checkPrivacy, checkValues } from './checkValues.ts';
import { define } from './define.ts';
import type { ComponentDefinition, Definition, Definitions, TypeDefinition } from './definition.ts';
import type { Findings } from './faults.ts';
import { modelOf } from './model.ts';
import { parseFiles, type SchemaFiles } from './parse.ts';
import { settle } from './settle.ts';
import type { Fault, Schema } from './types.ts';

export interface Built extends Findings {
  /** Undefined when there are faults. */
  readonly schema: Schema | undefined;
}

const isType = (definition: Definition): definition is TypeDefinition => definition.is === 'type';
const isComponent = (definition: Definition): definition is ComponentDefinition => definition.is === 'component';

/** The built-in types, extended by the folder's files, and the folder's own types. */
const withBuiltIn = (own: readonly TypeDefinition[]): readonly TypeDefinition[] => [
  ...builtInTypes.map((base) => {
    const added = own.find((type) => extendedBy(type) === base);
    return added === undefined ? base : { ...extend(base, added), file: added.file };
  }),
  ...own.filter((type) => extendedBy(type) === undefined),
];

const byUid = <D extends Definition>(definitions: readonly D[]): ReadonlyMap<string, D> =>
  new Map(definitions.map((definition) => [definition.uid, definition]));

const inOrder = (faults: readonly Fault[]): readonly Fault[] =>
  faults.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));

/**
 * Checks schema files and builds the schema.
 *
 * @param files their text by path, from readFolder or from a bundle
 * @returns the schema, or all faults; warnings name what Lectern can serve but reads differently than it is written
 */
export const buildSchema = (files: SchemaFiles): Built => {
  const { parsed, ...read } = parseFiles(files);
  const defined = parsed.map(define);
  const definitions = defined.map(({ definition }) => definition);
  const types = withBuiltIn(definitions.filter(isType));
  const written: Definitions = { types: byUid(types), components: byUid(definitions.filter(isComponent)) };
  const settled = settle(written);
  const values = checkValues(settled.definitions);

  const faults = inOrder([
    ...read.faults,
    ...defined.flatMap((one) => one.faults),
    ...checkNames(types, written),
    ...checkRelations(settled.definitions),
    ...checkComponents(settled.definitions),
    ...checkNesting(settled.definitions),
    ...checkIndexes(settled.definitions),
    ...values.faults,
  ]);
  const empty = { file: 'content types', path: '', message: 'the folder holds none; add one, such as article.json' };
  const warnings = inOrder([
    ...(parsed.some((one) => one.is === 'type') ? [] : [empty]),
    ...read.warnings,
    ...defined.flatMap((one) => one.warnings),
    ...settled.warnings,
    ...values.warnings,
    ...checkPrivacy(written),
  ]);
  return { schema: faults.length === 0 ? modelOf(settled.definitions) : undefined, faults, warnings };
};

// Small folders of content types for tests.
import { buildSchema, formatFault, type BuildResult } from '../../lib/schema/index.ts';

type Attributes = Readonly<Record<string, unknown>>;

export const string = { type: 'string' } as const;

/** The file of a type; `rest` replaces whole keys of it. */
export const type = (name: string, attributes: Attributes, rest: object = {}): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes,
    ...rest,
  });

export const component = (attributes: Attributes): string => JSON.stringify({ info: { displayName: 'x' }, attributes });

export const relation = (kind: string, target: string, rest: object = {}): object => ({
  type: 'relation',
  relation: kind,
  target,
  ...rest,
});

/** Builds a schema; the paths have no `.json`. */
export const build = (files: Readonly<Record<string, string>>): BuildResult =>
  buildSchema(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${path}.json`, text])));

export const faultsOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  build(files).faults.map(formatFault);

export const warningsOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  build(files).warnings.map(formatFault);

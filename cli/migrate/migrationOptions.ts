// Resolves the migration options of the command line to types, components and attributes of the two schemas.
import type { Schema } from '../../lib/schema/index.ts';
import {
  isSimilarToElement,
  elementName,
  unknownElementError,
  findSchemaElement,
  type SchemaElement,
} from './schemaElements.ts';
import type { MigrationOptions, Renames } from './types.ts';

export const noMigrationOptions: MigrationOptions = { rename: [], drop: [], fill: [], keep: [] };

/** The options in terms of the stored schema, unless a member says otherwise. */
export interface ResolvedOptions {
  readonly renames: Renames;
  readonly drops: (holder: string, attribute?: string) => boolean;
  /** Attributes of the new schema. */
  readonly fills: readonly SchemaElement[];
  /** Versions and locales by the name of the type. */
  readonly keeps: ReadonlyMap<string, readonly string[]>;
  /** Options that have no effect: a script may use them for several databases. */
  readonly idle: readonly string[];
}

const splitPair = (option: string, text: string): readonly [string, string] => {
  const [left = '', right = '', ...more] = text.split('=');
  if (left === '' || right === '' || more.length > 0)
    throw new Error(
      `--${option} ${text}: write it as --${option} ${option === 'rename' ? 'article.headline=title' : 'article=published'}`,
    );
  return [left, right];
};

/** @returns the stored type, component or attribute to rename, and its new uid or name */
const resolveRename = (text: string, base: Schema, next: Schema): readonly [SchemaElement, string] => {
  const [before, after] = splitPair('rename', text);
  const fail = (message: string): Error => new Error(`--rename ${text}: ${message}`);
  const from = findSchemaElement(base, before);
  if (from === undefined) throw fail(unknownElementError(before, base).message);
  if (from.attribute === undefined) {
    const to = findSchemaElement(next, after);
    if (to?.kind !== from.kind || to.attribute !== undefined) throw fail(`the content types have no ${after}`);
    if (base.types.has(to.holder) || base.components.has(to.holder))
      throw fail(`documents have a ${after} already; two cannot become one`);
    if (findSchemaElement(next, before) !== undefined) throw fail(`${before} still exists; delete its file`);
    return [from, to.holder];
  }
  return [from, after];
};

/** Whether the rename was done before: documents have only the new name, and no name similar to the old one. */
const isAlreadyDone = (text: string, base: Schema): boolean => {
  const [before, after] = splitPair('rename', text);
  const dot = before.lastIndexOf('.');
  const newNames = [after, ...(dot === -1 ? [] : [`${before.slice(0, dot)}.${after}`])];
  return (
    findSchemaElement(base, before) === undefined &&
    newNames.some((one) => findSchemaElement(base, one) !== undefined) &&
    !isSimilarToElement(before, base)
  );
};

/** @throws Error when two renames have the same source or the same target */
const checkUniqueRenames = (renames: readonly (readonly [string, SchemaElement, string])[]): void => {
  const bySource = new Map<string, string>();
  const byTarget = new Map<string, string>();
  for (const [text, { holder, kind, attribute }, to] of renames) {
    const source = `${holder} ${attribute ?? ''}`;
    const target = attribute === undefined ? `${kind} ${to}` : `${holder} ${to}`;
    const other = bySource.get(source) ?? byTarget.get(target);
    if (other !== undefined) throw new Error(`--rename ${text}: contradicts --rename ${other}`);
    bySource.set(source, text);
    byTarget.set(target, text);
  }
};

const resolveRenames = (texts: readonly string[], base: Schema, next: Schema): Renames => {
  const types = new Map<string, string>();
  const components = new Map<string, string>();
  const attributes = new Map<string, Map<string, string>>();
  const resolved = [...new Set(texts)].map((text) => [text, ...resolveRename(text, base, next)] as const);
  checkUniqueRenames(resolved);
  for (const [, { holder, kind, attribute }, to] of resolved) {
    if (attribute === undefined) (kind === 'type' ? types : components).set(holder, to);
    else attributes.set(holder, (attributes.get(holder) ?? new Map<string, string>()).set(attribute, to));
  }
  for (const [holder, names] of attributes) {
    const newHolder =
      next.types.get(types.get(holder) ?? holder) ?? next.components.get(components.get(holder) ?? holder);
    for (const [name, to] of names) {
      const fail = (message: string): Error =>
        new Error(`--rename ${elementName(base, holder, name)}=${to}: ${message}`);
      if (newHolder?.attributes.has(to) !== true) throw fail(`the content types have no attribute "${to}" there`);
      if (newHolder.attributes.has(name)) throw fail(`"${name}" still exists; remove it from its file`);
    }
  }
  return { types, components, attributes };
};

/** @throws Error with the option that names something unknown to the schemas, and a suggestion */
export const resolveMigrationOptions = (options: MigrationOptions, base: Schema, next: Schema): ResolvedOptions => {
  const idle: string[] = [];
  const rename = options.rename.filter((text) => {
    const isDone = isAlreadyDone(text, base);
    if (isDone) idle.push(`--rename ${text}`);
    return !isDone;
  });
  const drops = new Set(
    options.drop.flatMap((text) => {
      const element = findSchemaElement(base, text);
      if (element !== undefined) return [`${element.holder} ${element.attribute ?? ''}`];
      if (isSimilarToElement(text, base)) throw new Error(`--drop ${text}: ${unknownElementError(text, base).message}`);
      idle.push(`--drop ${text}`);
      return [];
    }),
  );
  const fills = options.fill.map((text) => {
    const element = findSchemaElement(next, text);
    if (element?.attribute === undefined) throw new Error(`--fill ${text}: ${unknownElementError(text, next).message}`);
    const attribute = (next.types.get(element.holder) ?? next.components.get(element.holder))?.attributes.get(
      element.attribute,
    );
    if (attribute?.kind !== 'scalar' || attribute.default === undefined)
      throw new Error(`--fill ${text}: it has no default`);
    return element;
  });
  const keeps = new Map<string, readonly string[]>();
  for (const text of options.keep) {
    const [type, kept] = splitPair('keep', text);
    if (findSchemaElement(base, type)?.kind !== 'type')
      throw new Error(`--keep ${text}: ${unknownElementError(type, base).message}`);
    keeps.set(type, [...(keeps.get(type) ?? []), ...kept.split(',')]);
  }
  return {
    renames: resolveRenames(rename, base, next),
    drops: (holder, attribute = '') => drops.has(`${holder} ${attribute}`),
    fills,
    keeps,
    idle,
  };
};

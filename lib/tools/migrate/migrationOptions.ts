// Resolves the migration options of the command line to types, components and attributes of the two schemas.
import type { Schema } from '../../schema/index.ts';
import { isNear, nameOf, noPlace, placeNamed, type Place } from './places.ts';
import type { Asked, Renames } from './types.ts';

export const nothingAsked: Asked = { rename: [], drop: [], fill: [], keep: [] };

/** The options in terms of the stored schema, unless a member says otherwise. */
export interface Wishes {
  readonly renames: Renames;
  readonly drops: (holder: string, attribute?: string) => boolean;
  /** Attributes of the new schema. */
  readonly fills: readonly Place[];
  /** Versions and locales by the name of the type. */
  readonly keeps: ReadonlyMap<string, readonly string[]>;
  /** Options that have no effect: a script may use them for several databases. */
  readonly idle: readonly string[];
}

const pair = (option: string, text: string): readonly [string, string] => {
  const [left = '', right = '', ...more] = text.split('=');
  if (left === '' || right === '' || more.length > 0)
    throw new Error(
      `--${option} ${text}: write it as --${option} ${option === 'rename' ? 'article.headline=title' : 'article=published'}`,
    );
  return [left, right];
};

/** @returns the stored type, component or attribute to rename, and its new uid or name */
const renamed = (text: string, base: Schema, next: Schema): readonly [Place, string] => {
  const [before, after] = pair('rename', text);
  const say = (message: string): Error => new Error(`--rename ${text}: ${message}`);
  const from = placeNamed(base, before);
  if (from === undefined) throw say(noPlace(before, base).message);
  if (from.attribute === undefined) {
    const to = placeNamed(next, after);
    if (to?.is !== from.is || to.attribute !== undefined) throw say(`the content types have no ${after}`);
    if (base.types.has(to.holder) || base.components.has(to.holder))
      throw say(`documents have a ${after} already; two cannot become one`);
    if (placeNamed(next, before) !== undefined) throw say(`${before} still exists; delete its file`);
    return [from, to.holder];
  }
  const holder = base.types.get(from.holder) ?? base.components.get(from.holder);
  if (holder?.attributes.has(after) === true)
    throw say(`documents have a "${after}" there already; drop that first, in a separate migration`);
  return [from, after];
};

/** Whether the rename was done before: documents have only the new name, and no name similar to the old one. */
const doneAlready = (text: string, base: Schema): boolean => {
  const [before, after] = pair('rename', text);
  const dot = before.lastIndexOf('.');
  const now = [after, ...(dot === -1 ? [] : [`${before.slice(0, dot)}.${after}`])];
  return (
    placeNamed(base, before) === undefined &&
    now.some((one) => placeNamed(base, one) !== undefined) &&
    !isNear(before, base)
  );
};

/** @throws Error when two renames have the same source or the same target */
const checkApart = (said: readonly (readonly [string, Place, string])[]): void => {
  const before = new Map<string, string>();
  const now = new Map<string, string>();
  for (const [text, { holder, is, attribute }, to] of said) {
    const from = `${holder} ${attribute ?? ''}`;
    const into = attribute === undefined ? `${is} ${to}` : `${holder} ${to}`;
    const other = before.get(from) ?? now.get(into);
    if (other !== undefined) throw new Error(`--rename ${text}: contradicts --rename ${other}`);
    before.set(from, text);
    now.set(into, text);
  }
};

const renamesOf = (texts: readonly string[], base: Schema, next: Schema): Renames => {
  const types = new Map<string, string>();
  const components = new Map<string, string>();
  const attributes = new Map<string, Map<string, string>>();
  const said = [...new Set(texts)].map((text) => [text, ...renamed(text, base, next)] as const);
  checkApart(said);
  for (const [, { holder, is, attribute }, to] of said) {
    if (attribute === undefined) (is === 'type' ? types : components).set(holder, to);
    else attributes.set(holder, (attributes.get(holder) ?? new Map<string, string>()).set(attribute, to));
  }
  for (const [holder, names] of attributes) {
    const now = next.types.get(types.get(holder) ?? holder) ?? next.components.get(components.get(holder) ?? holder);
    for (const [name, to] of names) {
      const say = (message: string): Error => new Error(`--rename ${nameOf(base, holder, name)}=${to}: ${message}`);
      if (now?.attributes.has(to) !== true) throw say(`the content types have no attribute "${to}" there`);
      if (now.attributes.has(name)) throw say(`"${name}" still exists; remove it from its file`);
    }
  }
  return { types, components, attributes };
};

/** @throws Error with the option that names something unknown to the schemas, and a suggestion */
export const wishesOf = (asked: Asked, base: Schema, next: Schema): Wishes => {
  const idle: string[] = [];
  const rename = asked.rename.filter((text) => {
    const done = doneAlready(text, base);
    if (done) idle.push(`--rename ${text}`);
    return !done;
  });
  const drops = new Set(
    asked.drop.flatMap((text) => {
      const place = placeNamed(base, text);
      if (place !== undefined) return [`${place.holder} ${place.attribute ?? ''}`];
      if (isNear(text, base)) throw new Error(`--drop ${text}: ${noPlace(text, base).message}`);
      idle.push(`--drop ${text}`);
      return [];
    }),
  );
  const fills = asked.fill.map((text) => {
    const place = placeNamed(next, text);
    if (place?.attribute === undefined) throw new Error(`--fill ${text}: ${noPlace(text, next).message}`);
    const attribute = (next.types.get(place.holder) ?? next.components.get(place.holder))?.attributes.get(
      place.attribute,
    );
    if (attribute?.kind !== 'scalar' || attribute.default === undefined)
      throw new Error(`--fill ${text}: it has no default`);
    return place;
  });
  const keeps = new Map<string, readonly string[]>();
  for (const text of asked.keep) {
    const [type, kept] = pair('keep', text);
    if (placeNamed(base, type)?.is !== 'type') throw new Error(`--keep ${text}: ${noPlace(type, base).message}`);
    keeps.set(type, [...(keeps.get(type) ?? []), ...kept.split(',')]);
  }
  return {
    renames: renamesOf(rename, base, next),
    drops: (holder, attribute = '') => drops.has(`${holder} ${attribute}`),
    fills,
    keeps,
    idle,
  };
};

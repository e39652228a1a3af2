// What is asked for on the command line, in terms of the two schemas.
import type { Schema } from '../../schema/index.ts';
import { isNear, nameOf, noPlace, placeNamed, type Place } from './places.ts';
import type { Asked, Renames } from './types.ts';

export const nothingAsked: Asked = { rename: [], drop: [], fill: [], keep: [] };

/** Asked for, by places of the documents as they are. */
export interface Wishes {
  readonly renames: Renames;
  readonly drops: (holder: string, attribute?: string) => boolean;
  /** By places of the schema that they shall be of. */
  readonly fills: readonly Place[];
  /** By the name of the type: versions and locales. */
  readonly keeps: ReadonlyMap<string, readonly string[]>;
  /** Options for which there is nothing to do: a script may say them to several databases. */
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

/** What is renamed, as documents have it, and its name or uid from now on. */
const renamed = (text: string, base: Schema, next: Schema): readonly [Place, string] => {
  const [before, after] = pair('rename', text);
  const say = (message: string): Error => new Error(`--rename ${text}: ${message}`);
  const from = placeNamed(base, before);
  if (from === undefined) throw say(noPlace(before, base).message);
  if (from.attribute === undefined) {
    const to = placeNamed(next, after);
    if (to?.is !== from.is || to.attribute !== undefined) throw say(`the content types have no ${after}`);
    if (base.types.has(to.holder) || base.components.has(to.holder))
      throw say(`documents know a ${after} already; one cannot become the other`);
    if (placeNamed(next, before) !== undefined) throw say(`${before} is still there; take its file away`);
    return [from, to.holder];
  }
  const holder = base.types.get(from.holder) ?? base.components.get(from.holder);
  if (holder?.attributes.has(after) === true)
    throw say(`documents have a "${after}" there already; drop that first, in a migration of its own`);
  return [from, after];
};

/** Whether documents have it by its new name only, and nothing that could have been meant by the old one. */
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

/** @throws Error where one would become two, or two become one */
const checkApart = (said: readonly (readonly [string, Place, string])[]): void => {
  const before = new Map<string, string>();
  const now = new Map<string, string>();
  for (const [text, { holder, is, attribute }, to] of said) {
    const from = `${holder} ${attribute ?? ''}`;
    const into = attribute === undefined ? `${is} ${to}` : `${holder} ${to}`;
    const other = before.get(from) ?? now.get(into);
    if (other !== undefined)
      throw new Error(`--rename ${text}: --rename ${other} is there as well; nothing becomes two, nor two one`);
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
      if (now.attributes.has(name)) throw say(`"${name}" is still there; take it out of its file`);
    }
  }
  return { types, components, attributes };
};

/** @throws Error naming the option that neither schema knows anything of, and what was probably meant */
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

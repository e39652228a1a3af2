// Content types to a TypeScript module: types of what is read and what is written.
import { isContentType, isServed, type ContentType, type Holder, type Schema } from '../../schema/index.ts';
import { helpers } from './helpers.ts';
import { inputLines } from './input.ts';
import { maps, nameOf, namesOf } from './names.ts';
import { draftLacks, fieldLines, linkLines } from './read.ts';
import { braced, commented, property } from './text.ts';

const header = `// Made of the content types by \`lectern types generate\`. Do not edit it: make it again.
/* eslint-disable */`;

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

/** Three declarations: the answer to a query, the model that it is made of, and the body. */
const declarations = (holder: Holder, schema: Schema, names: ReadonlyMap<string, string>): string => {
  const name = nameOf(names, holder.uid);
  const written = !isContentType(holder) || isServed(schema, holder);
  const model = braced(`export interface ${name}Model`, [
    `  ${indented(braced('fields:', fieldLines(holder)))};`,
    `  ${indented(braced('links:', linkLines(holder, names)))};`,
    property('draftLacks', draftLacks(holder)),
    property('input', written ? `${name}Input` : 'never'),
  ]);
  return [
    commented(
      isContentType(holder)
        ? `${holder.displayName}: ${place(holder, schema)}`
        : `${holder.displayName}: ${holder.uid}`,
    ),
    `export type ${name}<Q extends Asked<${name}Model> = {}> = AnswerTo<${name}Model, Q>;`,
    model,
    ...(written ? [braced(`export interface ${name}Input`, inputLines(holder, names))] : []),
  ].join('\n');
};

const place = (type: ContentType, schema: Schema): string => {
  const [path] = [...schema.served].find(([, served]) => served === type) ?? [];
  return path === undefined ? type.uid : `/api/${path}`;
};

/**
 * The same schema gives the same text.
 *
 * @returns a module without imports, which needs TypeScript 5 or later with `strict`
 */
export const typesModule = (schema: Schema): string => {
  const names = namesOf(schema);
  const { components, served } = schema;
  // What the site declares itself comes first.
  const types = new Map([...served.values(), ...schema.types.values()].map((type) => [type.uid, type]));
  const map = (name: string, entries: readonly (readonly [string, string])[]): string =>
    braced(
      `export interface ${name}`,
      entries.map(([key, uid]) => property(key, `${nameOf(names, uid)}Model`)),
    );
  const ofKind = (kind: ContentType['kind']): readonly (readonly [string, string])[] =>
    [...served].filter(([, type]) => type.kind === kind).map(([path, { uid }]) => [path, uid]);
  const byUid = (holders: ReadonlyMap<string, Holder>): readonly (readonly [string, string])[] =>
    [...holders.keys()].map((uid) => [uid, uid]);
  return [
    header,
    `${commented('By the name in their path.')}\nexport interface ${maps.all} extends ${maps.collections}, ${maps.singles} {}`,
    map(maps.collections, ofKind('collectionType')),
    map(maps.singles, ofKind('singleType')),
    `${commented('By uid.')}\n${map(maps.types, byUid(types))}`,
    map(maps.components, byUid(components)),
    ...[...types.values(), ...components.values()].map((holder) => declarations(holder, schema, names)),
    helpers,
  ].join('\n\n');
};

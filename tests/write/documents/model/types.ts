// The three types of the model, with every kind of two-sided relation and some one-way ones.
import type { SchemaFiles } from '../../../../lib/schema/index.ts';
import { componentFile } from '../../../setup/schema.ts';

export const typeNames = ['book', 'author', 'shelf'] as const;
export type TypeName = (typeof typeNames)[number];

export const types: Readonly<Record<TypeName, { readonly plural: string; readonly drafts: boolean }>> = {
  book: { plural: 'books', drafts: true },
  author: { plural: 'authors', drafts: true },
  shelf: { plural: 'shelves', drafts: false },
};

/** A relation from one type to another; `back` is its name on the inverse side, if there is one. */
export interface Relation {
  readonly of: TypeName;
  readonly name: string;
  readonly many: boolean;
  readonly to: TypeName;
  readonly back: string | undefined;
  readonly backMany: boolean;
}

const relation = (
  of: TypeName,
  name: string,
  many: boolean,
  to: TypeName,
  back?: string,
  backMany = true,
): Relation => ({
  ...{ of, name, many, to, back, backMany },
});

export const relations: readonly Relation[] = [
  relation('book', 'authors', true, 'author', 'books'),
  relation('book', 'editor', false, 'author', 'edited'),
  relation('book', 'sequel', false, 'book', 'prequel', false),
  relation('book', 'similar', true, 'book', 'similarTo'),
  relation('book', 'shelf', false, 'shelf', 'books'),
  relation('book', 'heroes', true, 'author'),
  relation('shelf', 'keeper', false, 'author', 'kept', false),
  relation('shelf', 'readers', true, 'author', 'shelves'),
];

/** One side of a relation, with its name there. */
export interface Side {
  readonly name: string;
  readonly many: boolean;
  readonly to: TypeName;
  readonly relation: Relation;
  /** Whether this is the inverse side. */
  readonly isBack: boolean;
}

export const sidesOf = (type: TypeName): readonly Side[] =>
  relations.flatMap((relation): readonly Side[] => [
    ...(relation.of === type ? [{ ...relation, relation, isBack: false }] : []),
    ...(relation.to === type && relation.back !== undefined
      ? [{ name: relation.back, many: relation.backMany, to: relation.of, relation, isBack: true }]
      : []),
  ]);

const kind = (fromMany: boolean, toMany: boolean): string => `${fromMany ? 'many' : 'one'}To${toMany ? 'Many' : 'One'}`;

const attributeOf = ({ name, to, relation, isBack }: Side): readonly [string, object] => {
  const { many, backMany, back } = relation;
  const other = isBack ? { mappedBy: relation.name } : back === undefined ? {} : { inversedBy: back };
  const its = isBack ? kind(many, backMany) : kind(back !== undefined && backMany, many);
  return [name, { type: 'relation', relation: its, target: `api::${to}.${to}`, ...other }];
};

const scalars: Readonly<Record<TypeName, object>> = {
  book: {
    title: { type: 'string', required: true },
    page: { type: 'component', component: 'part.page' },
    pages: { type: 'component', component: 'part.page', repeatable: true },
  },
  author: { title: { type: 'string' } },
  shelf: { title: { type: 'string' } },
};

const fileOf = (type: TypeName): readonly [string, string] => [
  `${type}.json`,
  JSON.stringify({
    kind: 'collectionType',
    collectionName: types[type].plural,
    info: { singularName: type, pluralName: types[type].plural, displayName: type },
    options: { draftAndPublish: types[type].drafts },
    attributes: {
      mark: { type: 'string' },
      code: { type: 'string', unique: true },
      ...scalars[type],
      ...Object.fromEntries(sidesOf(type).map(attributeOf)),
    },
  }),
];

/** The content types as schema files. */
export const typeFiles: SchemaFiles = {
  'components/part/page.json': componentFile({
    text: { type: 'string' },
    about: { type: 'relation', relation: 'oneToOne', target: 'api::author.author' },
    sources: { type: 'relation', relation: 'oneToMany', target: 'api::book.book' },
  }),
  ...Object.fromEntries(typeNames.map(fileOf)),
};

// Converts a parsed attribute argument to the attribute's definition in a schema file.
import { builtInUids, optionsOf, oppositeRelation, type AttributeTypeName } from '../../schema/index.ts';
import { sharing, type Words } from './words.ts';

type Definition = Readonly<Record<string, unknown>>;

/** The inverse side of a relation, to add to the schema file of the target. */
export interface Inverse {
  /** The uid of the type that gets the attribute. */
  readonly target: string;
  readonly name: string;
  readonly definition: Definition;
}

export interface Made {
  readonly definition: Definition;
  readonly inverse?: Inverse;
}

/** The type or component that gets the attribute. */
export interface Holder {
  /** Undefined for a component: a relation cannot target it. */
  readonly uid: string | undefined;
  readonly localized: boolean;
}

const asks = (words: Words, example: string): Error =>
  new Error(`${words.given}: write it as ${words.name}:${example}`);

/** @param name `article`, `user` or a full uid */
const uidOf = (name: string): string => {
  if (name.includes('::')) return name;
  const builtIn = { user: builtInUids.user, role: builtInUids.role, file: builtInUids.file }[name];
  return builtIn ?? `api::${name}.${name}`;
};

const relation = (words: Words, { uid }: Holder): Made => {
  const [kind = '', to, back, ...more] = words.args;
  const example = 'relation(manyToOne,category) or, with an inverse side, relation(manyToOne,category,articles)';
  if (more.length > 0 || kind === '' || (to === undefined && !kind.startsWith('morphTo'))) throw asks(words, example);
  if (to === undefined) return { definition: { relation: kind } };
  const target = uidOf(to);
  if (kind === 'morphOne' || kind === 'morphMany')
    return { definition: { relation: kind, target, ...(back === undefined ? {} : { morphBy: back }) } };
  if (back === undefined) return { definition: { relation: kind, target } };
  if (uid === undefined)
    throw new Error(`${words.given}: a relation of a component has no inverse side; remove "${back}"`);
  // With oneToMany the target owns the relation, as in Strapi's editor.
  const [here, there] = kind === 'oneToMany' ? ['mappedBy', 'inversedBy'] : ['inversedBy', 'mappedBy'];
  const opposite = Object.entries(oppositeRelation).find(([one]) => one === kind)?.[1];
  return {
    definition: { relation: kind, target, [here]: back },
    inverse: {
      ...{ target, name: back },
      definition: { type: 'relation', relation: opposite ?? kind, target: uid, [there]: words.name },
    },
  };
};

/** The definition that the arguments in brackets give, for the types that take arguments. */
const inBrackets: Partial<Record<AttributeTypeName, (words: Words, holder: Holder) => Made>> = {
  relation,
  uid: ({ args: [targetField] }) => ({ definition: targetField === undefined ? {} : { targetField } }),
  enumeration: (words) => {
    if (words.args.length === 0) throw asks(words, 'enumeration(red,green,blue)');
    return { definition: { enum: words.args } };
  },
  component: (words) => {
    if (words.args.length !== 1) throw asks(words, 'component(shared.seo), or component(shared.seo)[] for a list');
    return { definition: { component: words.args[0], repeatable: words.list } };
  },
  dynamiczone: (words) => {
    if (words.args.length === 0) throw asks(words, 'dynamiczone(shared.quote,shared.picture)');
    return { definition: { components: words.args } };
  },
  media: ({ args, list }) => ({
    definition: { multiple: list, ...(args.length === 0 ? {} : { allowedTypes: args }) },
  }),
};

const lists: readonly AttributeTypeName[] = ['media', 'component'];

/** The JSON value of an option. A value that does not fit the option's type stays a string; the schema check refuses it. */
const valueOf = (type: AttributeTypeName, option: string, given: string | true): unknown => {
  if (given === true) return true;
  const of = optionsOf(type)[option]?.type;
  if (of === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  if (of === 'integer' || of === 'number')
    return given.trim() === '' || Number.isNaN(Number(given)) ? given : Number(given);
  if (of !== undefined || type !== 'json') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
};

/** In a localized type, new attributes are localized, as in Strapi's editor; relations always are, without an option. */
const localization = ({ given, type, options }: Words, { localized }: Holder): Definition => {
  const said = sharing.find((option) => options.has(option));
  if (said !== undefined && !localized) throw new Error(`${given}: "${said}" is for types made with --localized`);
  return !localized || type === 'relation' ? {} : { pluginOptions: { i18n: { localized: said !== 'shared' } } };
};

/**
 * @param holder the type or component that gets the attribute
 * @returns the definition of the attribute and, for a relation, that of its inverse side
 * @throws Error that names the argument and what to write instead
 */
export const attributeOf = (words: Words, holder: Holder): Made => {
  const { given, type, args, list, required, options } = words;
  const bracketed = inBrackets[type];
  if (bracketed === undefined && args.length > 0) throw new Error(`${given}: ${type} takes nothing in brackets`);
  if (list && !lists.includes(type)) throw new Error(`${given}: [] is for ${lists.join(' and ')}`);
  const { definition, inverse } = bracketed?.(words, holder) ?? { definition: {} };
  const said = [...options].filter(([option]) => !sharing.includes(option));
  return {
    definition: {
      type,
      ...definition,
      ...(required ? { required: true } : {}),
      ...Object.fromEntries(said.map(([option, value]) => [option, valueOf(type, option, value)])),
      ...localization(words, holder),
    },
    ...(inverse === undefined ? {} : { inverse }),
  };
};

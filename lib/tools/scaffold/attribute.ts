// The words of an attribute to what a schema file says of it.
import { builtInUids, optionsOf, oppositeRelation, type AttributeTypeName } from '../../schema/index.ts';
import { sharing, type Words } from './words.ts';

type Definition = Readonly<Record<string, unknown>>;

/** The other side of a relation, to be added to the file of its target. */
export interface Inverse {
  /** The uid of the type that it is added to. */
  readonly target: string;
  readonly name: string;
  readonly definition: Definition;
}

export interface Made {
  readonly definition: Definition;
  readonly inverse?: Inverse;
}

/** The type or component that has the attribute. */
export interface Holder {
  /** Of a component undefined: nothing can relate to it. */
  readonly uid: string | undefined;
  readonly localized: boolean;
}

const asks = (words: Words, example: string): Error =>
  new Error(`${words.given}: write it as ${words.name}:${example}`);

/** `article`, `user`, or a whole uid. */
const uidOf = (name: string): string => {
  if (name.includes('::')) return name;
  const builtIn = { user: builtInUids.user, role: builtInUids.role, file: builtInUids.file }[name];
  return builtIn ?? `api::${name}.${name}`;
};

const relation = (words: Words, { uid }: Holder): Made => {
  const [kind = '', to, back, ...more] = words.args;
  const example = 'relation(manyToOne,category) or, to be seen from there, relation(manyToOne,category,articles)';
  if (more.length > 0 || kind === '' || (to === undefined && !kind.startsWith('morphTo'))) throw asks(words, example);
  if (to === undefined) return { definition: { relation: kind } };
  const target = uidOf(to);
  if (kind === 'morphOne' || kind === 'morphMany')
    return { definition: { relation: kind, target, ...(back === undefined ? {} : { morphBy: back }) } };
  if (back === undefined) return { definition: { relation: kind, target } };
  if (uid === undefined) throw new Error(`${words.given}: a component cannot be related to; take "${back}" out`);
  // One of many keeps the links, as Strapi's editor has it.
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

/** What brackets mean, where they mean something. */
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

/** A value as the file's JSON has it; one that is not of the option's type stays a text, and the check says so. */
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

/** Where a type is localized, so is what is added to it, as in Strapi's editor; relations and uids are in any case. */
const localization = ({ given, type, options }: Words, { localized }: Holder): Definition => {
  const said = sharing.find((option) => options.has(option));
  if (said !== undefined && !localized) throw new Error(`${given}: "${said}" is for types made with --localized`);
  return !localized || type === 'relation' ? {} : { pluginOptions: { i18n: { localized: said !== 'shared' } } };
};

/**
 * @param holder what is to have the attribute
 * @returns what its file says of the attribute, and what the target's of its other side
 * @throws Error naming the argument, and what to write instead
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

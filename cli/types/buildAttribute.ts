// Converts a parsed attribute argument to the attribute's definition in a schema file.
import { builtInUids, optionsOf, oppositeRelation, type AttributeTypeName } from '../../lib/schema/index.ts';
import { sharingOptions, type ParsedAttribute } from './parseAttribute.ts';

type Definition = Readonly<Record<string, unknown>>;

/** The inverse side of a relation, to add to the schema file of the target. */
export interface Inverse {
  /** The uid of the type that gets the attribute. */
  readonly target: string;
  readonly name: string;
  readonly definition: Definition;
}

export interface NewAttribute {
  readonly definition: Definition;
  readonly inverse?: Inverse;
}

/** The type or component that gets the attribute. */
export interface NewHolder {
  /** Undefined for a component: a relation cannot target it. */
  readonly uid: string | undefined;
  readonly localized: boolean;
}

const usageError = (parsed: ParsedAttribute, example: string): Error =>
  new Error(`${parsed.argument}: write it as ${parsed.name}:${example}`);

/** @param name `article`, `user` or a full uid */
const resolveUid = (name: string): string => {
  if (name.includes('::')) return name;
  const builtIn = { user: builtInUids.user, role: builtInUids.role, file: builtInUids.file }[name];
  return builtIn ?? `api::${name}.${name}`;
};

const relation = (parsed: ParsedAttribute, { uid }: NewHolder): NewAttribute => {
  const [kind = '', to, inverseName, ...more] = parsed.args;
  const example = 'relation(manyToOne,category) or, with an inverse side, relation(manyToOne,category,articles)';
  if (more.length > 0 || kind === '' || (to === undefined && !kind.startsWith('morphTo')))
    throw usageError(parsed, example);
  if (to === undefined) return { definition: { relation: kind } };
  const target = resolveUid(to);
  if (kind === 'morphOne' || kind === 'morphMany')
    return { definition: { relation: kind, target, ...(inverseName === undefined ? {} : { morphBy: inverseName }) } };
  if (inverseName === undefined) return { definition: { relation: kind, target } };
  if (uid === undefined)
    throw new Error(`${parsed.argument}: a relation of a component has no inverse side; remove "${inverseName}"`);
  // With oneToMany the target owns the relation, as in Strapi's editor.
  const [ownKey, inverseKey] = kind === 'oneToMany' ? ['mappedBy', 'inversedBy'] : ['inversedBy', 'mappedBy'];
  const opposite = Object.entries(oppositeRelation).find(([one]) => one === kind)?.[1];
  return {
    definition: { relation: kind, target, [ownKey]: inverseName },
    inverse: {
      ...{ target, name: inverseName },
      definition: { type: 'relation', relation: opposite ?? kind, target: uid, [inverseKey]: parsed.name },
    },
  };
};

/** The definition that the arguments in brackets give, for the types that take arguments. */
const argumentParsers: Partial<
  Record<AttributeTypeName, (parsed: ParsedAttribute, holder: NewHolder) => NewAttribute>
> = {
  relation,
  uid: ({ args: [targetField] }) => ({ definition: targetField === undefined ? {} : { targetField } }),
  enumeration: (parsed) => {
    if (parsed.args.length === 0) throw usageError(parsed, 'enumeration(red,green,blue)');
    return { definition: { enum: parsed.args } };
  },
  component: (parsed) => {
    if (parsed.args.length !== 1)
      throw usageError(parsed, 'component(shared.seo), or component(shared.seo)[] for a list');
    return { definition: { component: parsed.args[0], repeatable: parsed.list } };
  },
  dynamiczone: (parsed) => {
    if (parsed.args.length === 0) throw usageError(parsed, 'dynamiczone(shared.quote,shared.picture)');
    return { definition: { components: parsed.args } };
  },
  media: ({ args, list }) => ({
    definition: { multiple: list, ...(args.length === 0 ? {} : { allowedTypes: args }) },
  }),
};

const listTypes: readonly AttributeTypeName[] = ['media', 'component'];

/** The JSON value of an option. A value that does not fit the option's type stays a string; the schema check refuses it. */
const optionValue = (type: AttributeTypeName, option: string, text: string | true): unknown => {
  if (text === true) return true;
  const optionType = optionsOf(type)[option]?.type;
  if (optionType === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (optionType === 'integer' || optionType === 'number')
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (optionType !== undefined || type !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * In a localized type, new attributes are localized, as in Strapi's editor; relations always are, without an option. All locales
 * share a picture, unless the argument says otherwise.
 */
const localizationOptions = ({ argument, type, options }: ParsedAttribute, { localized }: NewHolder): Definition => {
  const sharingOption = sharingOptions.find((option) => options.has(option));
  if (sharingOption !== undefined && !localized)
    throw new Error(`${argument}: "${sharingOption}" is for types made with --localized`);
  if (!localized || type === 'relation') return {};
  return { pluginOptions: { i18n: { localized: (sharingOption ?? (type === 'media' ? 'shared' : '')) !== 'shared' } } };
};

/**
 * @param holder the type or component that gets the attribute
 * @returns the definition of the attribute and, for a relation, that of its inverse side
 * @throws Error that names the argument and what to write instead
 */
export const buildAttribute = (parsed: ParsedAttribute, holder: NewHolder): NewAttribute => {
  const { argument, type, args, list, required, options } = parsed;
  const parseArguments = argumentParsers[type];
  if (parseArguments === undefined && args.length > 0)
    throw new Error(`${argument}: ${type} takes nothing in brackets`);
  if (list && !listTypes.includes(type)) throw new Error(`${argument}: [] is for ${listTypes.join(' and ')}`);
  const { definition, inverse } = parseArguments?.(parsed, holder) ?? { definition: {} };
  const schemaOptions = [...options].filter(([option]) => !sharingOptions.includes(option));
  return {
    definition: {
      type,
      ...definition,
      ...(required ? { required: true } : {}),
      ...Object.fromEntries(schemaOptions.map(([option, value]) => [option, optionValue(type, option, value)])),
      ...localizationOptions(parsed, holder),
    },
    ...(inverse === undefined ? {} : { inverse }),
  };
};

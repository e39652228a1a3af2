// Parses one attribute argument of the command line: `slug:uid(title)!:unique:maxLength=80`.
import {
  attributeTypes,
  didYouMean,
  isAttributeTypeName,
  optionsOf,
  type AttributeTypeName,
} from '../../lib/schema/index.ts';

export interface ParsedAttribute {
  /** The argument itself, for error messages. */
  readonly argument: string;
  readonly name: string;
  readonly type: AttributeTypeName;
  /** The arguments in brackets after the type. */
  readonly args: readonly string[];
  /** `[]`: the attribute is a list. */
  readonly list: boolean;
  /** `!` */
  readonly required: boolean;
  /** Values by option name; true for an option without a value. */
  readonly options: ReadonlyMap<string, string | true>;
}

const attributePattern =
  /^(?<name>[^:]+):(?<type>[^:()[\]!]+)(?:\((?<args>[^()]*)\))?(?<list>\[\])?(?<required>!)?(?<rest>:.*)?$/s;

/** Options that are not in the schema file: whether all locales of a document share the attribute. */
export const sharingOptions = ['localized', 'shared'];

/** Splits at each colon that an option name follows; other colons belong to a value, as in `default=09:30`. */
const splitOptions = (rest: string, known: readonly string[]): readonly (readonly [string, string | true])[] => {
  const parts: string[] = [];
  for (const part of rest.split(':').slice(1))
    if (parts.length === 0 || known.includes(part.split('=', 1)[0] ?? '') || /^[A-Za-z]+$/.test(part)) parts.push(part);
    else parts.push(`${parts.pop() ?? ''}:${part}`);
  return parts.map((part) => {
    const at = part.indexOf('=');
    return at === -1 ? [part, true] : [part.slice(0, at), part.slice(at + 1)];
  });
};

/** @throws Error that names the argument and what to write instead */
export const parseAttribute = (argument: string): ParsedAttribute => {
  const { name = '', type = '', args, list, required, rest = '' } = attributePattern.exec(argument)?.groups ?? {};
  if (name === '') throw new Error(`${argument}: write an attribute as name:type, such as title:string!`);
  if (!isAttributeTypeName(type)) {
    const suggestion = didYouMean(type, Object.keys(attributeTypes));
    throw new Error(`${argument}: there is no type "${type}"${suggestion}`);
  }
  const known = [...Object.keys(optionsOf(type)), ...sharingOptions];
  const options = splitOptions(rest, known);
  const unknownOption = options.find(([option]) => !known.includes(option))?.[0];
  if (unknownOption !== undefined)
    throw new Error(`${argument}: ${type} has no option "${unknownOption}"${didYouMean(unknownOption, known)}`);
  return {
    ...{ argument, name, type, options: new Map(options) },
    args: args === undefined || args === '' ? [] : args.split(',').map((one) => one.trim()),
    list: list !== undefined,
    required: required !== undefined,
  };
};

// Checks the options that restrict values: bounds, enums and defaults, regular expressions, targetField, media types.
import { attributeType } from './attributeTypes.ts';
import { slowRegexFault } from './checkRegex.ts';
import { attributesOf, type AttributeDefinition, type Definition, type Definitions } from './definition.ts';
import type { Findings } from './faults.ts';
import { didYouMean } from './near.ts';
import type { Fault } from './types.ts';
import { show } from './values.ts';

type Say = (option: string, message: string) => void;

const bounds = ({ type, min, max, minLength, maxLength }: AttributeDefinition, say: Say): void => {
  const over =
    type === 'biginteger'
      ? (a: number | string, b: number | string) => BigInt(a) > BigInt(b)
      : (a: number | string, b: number | string) => Number(a) > Number(b);
  if (min !== undefined && max !== undefined && over(min, max))
    say('min', `${min} is more than max, ${max}; exchange them`);
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    say('minLength', `${minLength} is more than maxLength, ${maxLength}; exchange them`);
};

const expression = ({ regex }: AttributeDefinition, say: Say): void => {
  if (regex === undefined) return;
  try {
    new RegExp(regex);
  } catch (error) {
    say('regex', `${error instanceof Error ? error.message : String(error)}; write one that JavaScript can read`);
    return;
  }
  const fault = slowRegexFault(regex);
  if (fault !== undefined) say('regex', fault);
};

const enumeration = ({ enum: values, default: given }: AttributeDefinition, say: Say): void => {
  if (values === undefined) return;
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  if (twice !== undefined) say('enum', `holds "${twice}" twice; take one out`);
  if (given !== undefined && !values.some((value) => value === given))
    say(
      'default',
      `${show(given)} is not in enum; write one of ${values.join(', ')}${typeof given === 'string' ? didYouMean(given, values) : ''}`,
    );
};

const slugSource = ({ type, targetField }: AttributeDefinition, definition: Definition, say: Say): void => {
  if (type !== 'uid' || targetField === undefined) return;
  if (!definition.attributes.has(targetField)) {
    say(
      'targetField',
      `there is no attribute "${targetField}"${didYouMean(targetField, definition.attributes.keys())}`,
    );
    return;
  }
  const target = definition.attributes.get(targetField);
  if (target === undefined) return;
  const of = attributeType(target.type);
  if (of.kind !== 'scalar' || of.value !== 'text' || target.type === 'password')
    say('targetField', `"${targetField}" is of type ${target.type}; name a string or text attribute`);
};

/** The kinds of media that `allowedTypes` can name. */
export const mediaTypes: readonly string[] = ['images', 'videos', 'audios', 'files'];

const media = ({ type, allowedTypes }: AttributeDefinition, warn: Say): void => {
  if (type !== 'media' || allowedTypes === undefined) return;
  for (const name of typeof allowedTypes === 'string' ? [allowedTypes] : allowedTypes)
    if (!mediaTypes.includes(name))
      warn('allowedTypes', `"${name}" is not a kind of media and is ignored${didYouMean(name, mediaTypes)}`);
};

/** Warns of names in `options.privateAttributes` that the file does not declare: system attributes cannot be private. */
const privateNames = ({ file, attributes, privateAttributes }: Definition): readonly Fault[] =>
  privateAttributes
    .filter((name) => !attributes.has(name))
    .map((name) => ({
      file,
      path: 'options.privateAttributes',
      message: `"${name}" is not an attribute of this file, so it is not made private${didYouMean(name, attributes.keys())}`,
    }));

export const checkValues = (definitions: Definitions): Findings => {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  for (const [definition, name, attribute] of attributesOf(definitions)) {
    const to =
      (list: Fault[]): Say =>
      (option, message) => {
        list.push({ file: definition.file, path: `attributes.${name}.${option}`, message });
      };
    const say = to(faults);
    bounds(attribute, say);
    expression(attribute, say);
    enumeration(attribute, say);
    slugSource(attribute, definition, say);
    media(attribute, to(warnings));
  }
  return { faults, warnings };
};

export const checkPrivacy = ({ types, components }: Definitions): readonly Fault[] =>
  [...types.values(), ...components.values()].flatMap(privateNames);

// Checks the options that restrict values: bounds, enums and defaults, regular expressions, targetField, media types.
import { errorMessage } from '../errors.ts';
import { attributeType } from './attributeTypes.ts';
import { uids } from './builtInTypes.ts';
import { slowRegexFault } from './slowRegexFault.ts';
import { maxLengthOf } from './textPatterns.ts';
import { attributesOf, type AttributeDefinition, type Definition, type Definitions } from './definition.ts';
import type { Findings } from './faults.ts';
import { didYouMean } from './didYouMean.ts';
import { hideableSystemNames, identityAttributes } from './systemAttributes.ts';
import type { Fault } from './types.ts';
import { formatValue } from './jsonValues.ts';

type ReportFault = (option: string, message: string) => void;

const checkBounds = ({ type, min, max, minLength, maxLength }: AttributeDefinition, report: ReportFault): void => {
  const isGreater =
    type === 'biginteger'
      ? (a: number | string, b: number | string) => BigInt(a) > BigInt(b)
      : (a: number | string, b: number | string) => Number(a) > Number(b);
  if (min !== undefined && max !== undefined && isGreater(min, max))
    report('min', `${min} is more than max, ${max}; exchange them`);
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    report('minLength', `${minLength} is more than maxLength, ${maxLength}; exchange them`);
};

const checkExpression = (attribute: AttributeDefinition, report: ReportFault): void => {
  const { regex } = attribute;
  if (regex === undefined) return;
  try {
    new RegExp(regex);
  } catch (error) {
    report('regex', `${errorMessage(error)}; write one that JavaScript can read`);
    return;
  }
  const fault = slowRegexFault(regex, maxLengthOf(attribute) ?? Infinity);
  if (fault !== undefined) report('regex', fault);
};

const checkEnumeration = ({ enum: values, default: defaultValue }: AttributeDefinition, report: ReportFault): void => {
  if (values === undefined) return;
  const duplicate = values.find((value, i) => values.indexOf(value) !== i);
  if (duplicate !== undefined) report('enum', `holds "${duplicate}" twice; take one out`);
  if (defaultValue !== undefined && !values.some((value) => value === defaultValue))
    report(
      'default',
      `${formatValue(defaultValue)} is not in enum; write one of ${values.join(', ')}${typeof defaultValue === 'string' ? didYouMean(defaultValue, values) : ''}`,
    );
};

const checkTargetField = (
  { type, targetField }: AttributeDefinition,
  definition: Definition,
  report: ReportFault,
): void => {
  if (type !== 'uid' || targetField === undefined) return;
  if (!definition.attributes.has(targetField)) {
    report(
      'targetField',
      `there is no attribute "${targetField}"${didYouMean(targetField, definition.attributes.keys())}`,
    );
    return;
  }
  const target = definition.attributes.get(targetField);
  if (target === undefined) return;
  const of = attributeType(target.type);
  if (of.kind !== 'scalar' || of.value !== 'text' || target.type === 'password')
    report('targetField', `"${targetField}" is of type ${target.type}; name a string or text attribute`);
};

/** The kinds of media that `allowedTypes` can name. */
export const mediaTypes: readonly string[] = ['images', 'videos', 'audios', 'files'];

const checkMediaTypes = ({ type, allowedTypes }: AttributeDefinition, warn: ReportFault): void => {
  if (type !== 'media' || allowedTypes === undefined) return;
  for (const name of typeof allowedTypes === 'string' ? [allowedTypes] : allowedTypes)
    if (!mediaTypes.includes(name))
      warn('allowedTypes', `"${name}" is not a kind of media and is ignored${didYouMean(name, mediaTypes)}`);
};

/** Warns of names in `options.privateAttributes` that the file does not declare, and that no document of it has. */
const privacyWarnings = ({ file, is, attributes, privateAttributes }: Definition): readonly Fault[] => {
  const known = [...attributes.keys(), ...(is === 'type' ? hideableSystemNames : [])];
  return privateAttributes
    .filter((name) => !known.includes(name))
    .map((name) => ({
      file,
      path: 'options.privateAttributes',
      message: identityAttributes.some((identity) => identity.name === name)
        ? `"${name}" is in every answer, as in Strapi, so it is not made private`
        : `"${name}" is not an attribute of this file, so it is not made private${didYouMean(name, known)}`,
    }));
};

export const checkValues = (definitions: Definitions): Findings => {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  for (const [definition, name, attribute] of attributesOf(definitions)) {
    const reporter =
      (list: Fault[]): ReportFault =>
      (option, message) => {
        list.push({ file: definition.file, path: `attributes.${name}.${option}`, message });
      };
    const report = reporter(faults);
    checkBounds(attribute, report);
    checkExpression(attribute, report);
    checkEnumeration(attribute, report);
    checkTargetField(attribute, definition, report);
    checkMediaTypes(attribute, reporter(warnings));
  }
  return { faults, warnings };
};

/** Warns where creators would have no more than a username. */
export const checkCreators = ({ types }: Definitions): readonly Fault[] => {
  const users = types.get(uids.user)?.attributes;
  const missing = ['firstname', 'lastname'].filter((name) => users?.has(name) !== true);
  return [...types.values()].flatMap(({ file, creators }) =>
    creators === true && missing.length > 0
      ? [
          {
            ...{ file, path: 'options.populateCreatorFields' },
            message: `shows the username of creators alone: users have no ${missing.join(' and no ')}; add them to user.json`,
          },
        ]
      : [],
  );
};

export const checkPrivacy = ({ types, components }: Definitions): readonly Fault[] =>
  [...types.values(), ...components.values()].flatMap(privacyWarnings);

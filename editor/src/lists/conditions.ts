// The conditions of a list's filter, and their text in the address: `title:containsi:ink;topic.name:in:Paper,Ink`.
import { operators } from '../../../lib/read/operators/declarations.ts';
import { isComplete } from './fittingOperators.ts';

export interface Condition {
  /** From an attribute of the type through relations, components and zones; after a zone follows the uid of a component. */
  readonly path: readonly string[];
  /** The operator's name in filters: `$containsi`. */
  readonly operator: string;
  /** As many as the operator takes; none if it takes a flag. */
  readonly values: readonly string[];
}

const escape = (text: string): string => text.replace(/[%.:;,]/g, (character) => `%${hex(character)}`);

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');

const unescape = (text: string): string =>
  text.replace(/%([\da-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const formatCondition = ({ path, operator, values }: Condition): string =>
  [path.map(escape).join('.'), operator.slice(1), values.map(escape).join(',')].join(':');

/** @returns undefined if there are no conditions */
export const formatConditions = (
  conditions: readonly Condition[],
  unreadable: readonly string[] = [],
): string | undefined => {
  const parts = [...conditions.map(formatCondition), ...unreadable];
  return parts.length === 0 ? undefined : parts.join(';');
};

interface ParsedConditions {
  readonly conditions: readonly Condition[];
  /** Parts that are no conditions. A list without them would have more documents than was meant. */
  readonly unreadable: readonly string[];
}

const parseCondition = (part: string): Condition | undefined => {
  const [path = '', name = '', text = '', ...rest] = part.split(':');
  const operator = `$${name}`;
  const values = text === '' ? [] : text.split(',').map(unescape);
  return path === '' || rest.length > 0 || !operators.has(operator) || !isComplete(operator, values)
    ? undefined
    : { path: path.split('.').map(unescape), operator, values };
};

/** Reads the conditions of a text that anybody can write, or that an older version of the site saved. */
export const parseConditions = (text: string | undefined): ParsedConditions => {
  const parts = (text ?? '').split(';').filter((part) => part !== '');
  const parsed = parts.map((part) => ({ part, condition: parseCondition(part) }));
  return {
    conditions: parsed.flatMap(({ condition }) => condition ?? []),
    unreadable: parsed.flatMap(({ part, condition }) => (condition === undefined ? [part] : [])),
  };
};

// The conditions of a list's filter, and their text in the address: `title:containsi:ink;topic.name:in:Paper,Ink`.
import { operators } from '../../../lib/read/operators/declarations.ts';

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

/** @returns undefined if there are no conditions */
export const formatConditions = (conditions: readonly Condition[]): string | undefined =>
  conditions.length === 0
    ? undefined
    : conditions
        .map(({ path, operator, values }) =>
          [path.map(escape).join('.'), operator.slice(1), values.map(escape).join(',')].join(':'),
        )
        .join(';');

/** @returns the conditions of a text; what is no condition is left out, because anybody can write an address */
export const parseConditions = (text: string | undefined): readonly Condition[] =>
  (text ?? '').split(';').flatMap((part) => {
    const [path = '', name = '', values = ''] = part.split(':');
    const operator = `$${name}`;
    if (path === '' || !operators.has(operator)) return [];
    return [
      { path: path.split('.').map(unescape), operator, values: values === '' ? [] : values.split(',').map(unescape) },
    ];
  });

// The conditions of a list's filter, and their text in the address: `title:containsi:ink;topic.name:in:Paper,Ink;or;form:eq:essay`.
import { operators } from '../../../lib/read/operators/declarations.ts';
import { isCompleteCondition } from './fittingOperators.ts';

export interface Condition {
  /** Whether an “or” is before it: documents match all conditions up to the next “or”, or all of another such group. */
  readonly isAlternative?: true | undefined;
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

/** Between groups. An editor that does not know it shows no documents, as for every part that it cannot read. */
const or = 'or';

/** @returns the conditions that documents match together, in groups of which they match one */
export const groupsOf = <T extends Condition>(conditions: readonly T[]): readonly (readonly T[])[] => {
  const groups: T[][] = [];
  for (const condition of conditions) {
    const last = groups.at(-1);
    if (last === undefined || condition.isAlternative === true) groups.push([condition]);
    else last.push(condition);
  }
  return groups;
};

/** @returns the conditions of the groups that have some */
export const joinGroups = <T extends Condition>(groups: readonly (readonly T[])[]): readonly T[] =>
  groups
    .filter(({ length }) => length > 0)
    .flatMap((group, number) =>
      group.map((one, index) => ({ ...one, isAlternative: number > 0 && index === 0 ? (true as const) : undefined })),
    );

/** @returns the other conditions, which stay in their groups */
export const withoutCondition = <T extends Condition>(conditions: readonly T[], removed: T): readonly T[] =>
  joinGroups(groupsOf(conditions).map((group) => group.filter((one) => one !== removed)));

/** @returns undefined if there are no conditions */
export const formatConditions = (
  conditions: readonly Condition[],
  unreadable: readonly string[] = [],
): string | undefined => {
  const groups = groupsOf(conditions).map((group) => group.map(formatCondition));
  const parts = [...groups.flatMap((group, index) => (index === 0 ? group : [or, ...group])), ...unreadable];
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
  return path === '' || rest.length > 0 || !operators.has(operator) || !isCompleteCondition(operator, values)
    ? undefined
    : { path: path.split('.').map(unescape), operator, values };
};

/** Reads the conditions of a text that anybody can write, or that an older version of the site saved. */
export const parseConditions = (text: string | undefined): ParsedConditions => {
  const parts = (text ?? '').split(';').filter((part) => part !== '');
  const groups: Condition[][] = [[]];
  const unreadable: string[] = [];
  for (const part of parts) {
    const condition = parseCondition(part);
    if (part === or) groups.push([]);
    else if (condition === undefined) unreadable.push(part);
    else groups.at(-1)?.push(condition);
  }
  return { conditions: joinGroups(groups), unreadable };
};

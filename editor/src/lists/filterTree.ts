// The conditions of a filter, as the JSON object that the API takes and stores.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { operators } from '../../../lib/read/operators/declarations.ts';
import type { ContentType, EditorSchema } from '../schema/types.ts';
import { groupsOf, joinGroups, type Condition } from './conditions.ts';
import { filterKeys, resolvePath } from './filterPaths.ts';
import { fittingOperators, operandsOf } from './fittingOperators.ts';

export type FilterTree = Readonly<Record<string, unknown>>;

const operandOf = ({ operator, values }: Condition): unknown => {
  const takes = operandsOf(operator);
  if (takes === 'flag') return true;
  return takes === 'one' ? values[0] : values;
};

const joined = (operator: '$and' | '$or', trees: readonly FilterTree[]): FilterTree =>
  trees.length > 1 ? { [operator]: trees } : (trees[0] ?? {});

/** @returns the filter of documents that match the conditions; `{}` without conditions */
export const toFilterTree = (conditions: readonly Condition[], type: ContentType, schema: EditorSchema): FilterTree => {
  const treeOf = (condition: Condition): FilterTree =>
    filterKeys(condition, type, schema).reduceRight<unknown>(
      (inner, key) => ({ [key]: inner }),
      operandOf(condition),
    ) as FilterTree; // it has at least the key of the operator
  return joined(
    '$or',
    groupsOf(conditions).map((group) => joined('$and', group.map(treeOf))),
  );
};

/** A comparison, and the keys that lead to it. */
interface Leaf {
  readonly keys: readonly string[];
  readonly operator: string;
  readonly operand: unknown;
}

/** Fails for what is not a list of conditions. */
class NoConditions extends Error {}

const leavesOf = (node: unknown, keys: readonly string[]): readonly Leaf[] => {
  if (!isObject(node)) throw new NoConditions();
  const entries = Object.entries(node);
  // What is required of a related document is required of one document, which separate conditions do not say.
  const isSeparable = keys.length === 0 || (keys.length === 1 && entries.every(([key]) => operators.has(key)));
  if (entries.length > 1 && !isSeparable) throw new NoConditions();
  return entries.flatMap(([key, value]) => {
    if (key === '$and' && keys.length === 0 && Array.isArray(value)) return value.flatMap((one) => leavesOf(one, []));
    if (operators.has(key)) return [{ keys, operator: key, operand: value }];
    if (key.startsWith('$') && key !== '$any') throw new NoConditions();
    return leavesOf(value, [...keys, key]);
  });
};

/** @throws NoConditions for an operand that no input of a condition shows, such as the user who is logged in */
const valuesOf = ({ operator, operand }: Leaf): readonly string[] => {
  const takes = operandsOf(operator);
  if (takes === 'flag' && (operand === true || operand === 'true')) return [];
  const operands: readonly unknown[] = takes !== 'one' && Array.isArray(operand) ? operand : [operand];
  const areTexts = operands.every((one) => ['string', 'number', 'boolean'].includes(typeof one));
  if (takes === 'flag' || !areTexts || operands.includes('$caller')) throw new NoConditions();
  return operands.map(String);
};

const conditionOf = (leaf: Leaf, type: ContentType, schema: EditorSchema): Condition => {
  const { keys, operator } = leaf;
  const path = keys.filter((key) => key !== '$any');
  // A condition names a related document without the attribute.
  const paths = path.at(-1) === 'documentId' ? [path.slice(0, -1), path] : [path];
  const values = valuesOf(leaf);
  const found = paths
    .map((one) => ({ path: one, operator, values }))
    .find((condition) => {
      const end = resolvePath(condition.path, type, schema)?.end;
      const isKnown = end !== undefined && fittingOperators(end).includes(operator);
      return isKnown && filterKeys(condition, type, schema).join('.') === [...keys, operator].join('.');
    });
  if (found === undefined) throw new NoConditions();
  return found;
};

/** The alternatives of a filter: those of `$or`, or the filter alone. Without conditions, one of several cannot be shown. */
const alternativesOf = (tree: FilterTree): readonly unknown[] => {
  const { $or: alternatives, ...others } = tree;
  return Array.isArray(alternatives) && Object.keys(others).length === 0 ? alternatives : [tree];
};

/** @returns undefined for a filter that is not a list of conditions: it has `$or` inside, or compares with the logged-in user */
export const fromFilterTree = (
  tree: FilterTree,
  type: ContentType,
  schema: EditorSchema,
): readonly Condition[] | undefined => {
  try {
    const alternatives = alternativesOf(tree).map((one) =>
      leavesOf(one, []).map((leaf) => conditionOf(leaf, type, schema)),
    );
    const isLost = alternatives.length > 1 && alternatives.some(({ length }) => length === 0);
    return alternatives.length === 0 || isLost ? undefined : joinGroups(alternatives);
  } catch (error) {
    if (error instanceof NoConditions) return undefined;
    throw error;
  }
};

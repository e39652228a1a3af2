// Keeps a renamed value under both names, while servers of the old and of the new content types serve the same documents.
import { createHash } from 'node:crypto';
import { BSON } from 'mongodb';
import { componentsWithin } from './schemaElements.ts';
import type { ChangeOf, MigrationPhase, MigrationPlan, Renames, SchemaChange, StoredValues } from './types.ts';
import { omit } from './values.ts';

/** The digests of copied values by their new names, beside the values. No attribute can have this name. */
export const digestsField = '_copied';

const digestOf = (value: unknown): string =>
  createHash('sha256').update(BSON.serialize({ value })).digest('base64').slice(0, 16);

const digestsOf = (values: StoredValues): Readonly<Record<string, string>> =>
  (values[digestsField] ?? {}) as Readonly<Record<string, string>>; // as withDigest stores them

const withDigest = (values: StoredValues, name: string, digest: string | undefined): StoredValues => {
  const others = omit(digestsOf(values), name);
  const digests = digest === undefined ? others : { ...others, [name]: digest };
  return Object.keys(digests).length === 0 ? omit(values, digestsField) : { ...values, [digestsField]: digests };
};

/**
 * Whether values of the attribute can be under both names for a time: nothing but their name changes. Everything else is
 * done at once.
 */
export const isCopied = (change: ChangeOf<'renamed'>, { base, changes }: Omit<MigrationPlan, 'idle'>): boolean => {
  const { holder, name, drop } = change;
  const attribute = (base.types.get(holder) ?? base.components.get(holder))?.attributes.get(name);
  if (drop || attribute === undefined) return false;
  const inside = componentsWithin({ attributes: new Map([[name, attribute]]) }, base);
  const isOther = (one: SchemaChange): boolean =>
    ((one.kind === 'retyped' || one.kind === 'narrowed' || one.kind === 'moved') &&
      one.holder === holder &&
      one.name === name) ||
    inside.has(one.holder);
  return !changes.some(isOther);
};

/** Whether previous servers find what they know, until the migration is finished: copied renames, and what is removed last. */
export const isDeferred = (change: SchemaChange, plan: MigrationPlan): boolean =>
  change.kind === 'renamed'
    ? isCopied(change, plan)
    : (change.kind === 'removed' || change.kind === 'type removed') && change.drop;

/** Whether a phase repeats a migration, for what previous servers wrote since. */
export const isRepetition = (phase: MigrationPhase): boolean => phase !== 'whole' && phase !== 'copy';

/** Whether a phase leaves values under both names. */
export const keepsBoth = (phase: MigrationPhase): boolean =>
  phase === 'copy' || phase === 'recopy' || phase === 'recopyNew';

/** Whether a phase leaves old names and removed values in the documents. */
export const keepsOld = (phase: MigrationPhase): boolean => keepsBoth(phase) || phase === 'undo';

/**
 * The renames that a phase makes in roles and comments, which have one name only: attributes of copied values keep the old one
 * for previous servers, until the end.
 */
export const renamesOf = (phase: MigrationPhase, plan: MigrationPlan): Renames => {
  const { renames, changes } = plan;
  if (!keepsOld(phase)) return renames;
  const isDone = (holder: string, name: string): boolean =>
    changes.some((one) => one.kind === 'renamed' && one.holder === holder && one.name === name && !isCopied(one, plan));
  const attributes = [...renames.attributes].map(
    ([holder, names]) => [holder, new Map([...names].filter(([name]) => isDone(holder, name)))] as const,
  );
  return { ...renames, attributes: new Map(attributes) };
};

/**
 * The digest tells who wrote last: a value that differs from it was written since the copy. If both were, those that answer
 * decide; after a whole migration, only previous servers write the old name.
 *
 * @param values with a value under the old name, the new one, or both
 * @returns the value for both names; `isClear` is false if nothing says which one is right, `isCopy` is true if both have it already
 */
const chooseValue = (
  values: StoredValues,
  name: string,
  to: string,
  phase: MigrationPhase,
): { readonly value: unknown; readonly isClear: boolean; readonly isCopy: boolean } => {
  const { [name]: before, [to]: after } = values;
  const digest = digestsOf(values)[to];
  const choose = (value: unknown, isClear = true, isCopy = false) => ({ value, isClear, isCopy });
  if (before === undefined) return choose(after);
  if (after === undefined) return choose(before);
  if (!isRepetition(phase) && digest === undefined)
    return after === null ? choose(before) : choose(after, digestOf(before) === digestOf(after));
  const [isBeforeNew, isAfterNew] = [before, after].map((value) => digestOf(value) !== digest);
  if (isBeforeNew === true && isAfterNew === true)
    return choose(phase === 'finish' || phase === 'recopyNew' ? after : before);
  return choose(isBeforeNew === true ? before : after, true, isBeforeNew !== true && isAfterNew !== true);
};

/**
 * @param onContradiction called if the document had another value under the new name before
 * @returns the values with those names that the phase leaves; the same object if nothing changes
 */
export const renameValue = (
  values: StoredValues,
  { name, to }: Pick<ChangeOf<'renamed'>, 'name' | 'to'>,
  phase: MigrationPhase,
  onContradiction: () => void,
): StoredValues => {
  const digest = digestsOf(values)[to];
  // Only servers of the new content types write a new name alone, and there are none before the copy.
  const isOnlyNew = digest === undefined && (phase === 'copy' || !keepsOld(phase));
  if (values[name] === undefined && (values[to] === undefined || isOnlyNew)) return values;
  const { value, isClear, isCopy } = chooseValue(values, name, to, phase);
  if (!isClear) onContradiction();
  if (keepsBoth(phase))
    return isCopy || !isClear ? values : withDigest({ ...values, [name]: value, [to]: value }, to, digestOf(value));
  if (phase === 'undo') return { ...withDigest(omit(values, to), to, undefined), [name]: value };
  return { ...withDigest(omit(values, name), to, undefined), [to]: value };
};

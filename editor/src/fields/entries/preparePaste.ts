// Checks entries that were copied, maybe in another tab, by the schema and the list into which they are pasted.
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { makeEntryNew } from '../../form/makeNew.ts';
import type { FormValues } from '../../form/types.ts';
import type { EditorSchema } from '../../schema/types.ts';

export interface CopiedEntry {
  /** The uid of its component. */
  readonly uid: string;
  readonly values: FormValues;
}

/** @returns what another tab sent, whose page can be another version of this one */
export const readCopied = (data: unknown): readonly CopiedEntry[] =>
  Array.isArray(data)
    ? data.filter(
        (entry): entry is CopiedEntry => isObject(entry) && typeof entry.uid === 'string' && isObject(entry.values),
      )
    : [];

interface Pasted {
  readonly entries: readonly CopiedEntry[];
  /** The uids of components that the list does not take. */
  readonly refused: readonly string[];
  /** How many entries would be too many. */
  readonly tooMany: number;
  /** The labels of attributes that are left out. */
  readonly omitted: readonly string[];
}

/**
 * @param components that the list takes, by uid
 * @param room how many entries the list takes
 * @returns new entries, and what is not pasted
 */
export const preparePaste = (
  schema: EditorSchema,
  entries: readonly CopiedEntry[],
  components: readonly string[],
  room: number,
): Pasted => {
  const isTaken = ({ uid }: CopiedEntry) => components.includes(uid) && schema.components.has(uid);
  const taken = entries.filter(isTaken);
  const made = taken.slice(0, room).map(({ uid, values }) => ({ uid, ...makeEntryNew(schema, uid, values) }));
  return {
    entries: made.map(({ uid, values }) => ({ uid, values })),
    refused: [...new Set(entries.filter((entry) => !isTaken(entry)).map(({ uid }) => uid))],
    tooMany: taken.length - made.length,
    omitted: [...new Set(made.flatMap(({ omitted }) => omitted))],
  };
};

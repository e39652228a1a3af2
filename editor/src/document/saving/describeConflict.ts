// Describes the values of a conflict as texts, with the words marked in which they differ.
import type { DocumentForm } from '../../form/formStore.ts';
import type { FormValue } from '../../form/types.ts';
import { describeAttribute } from './describeValue.ts';
import { diffWords, type TextPart } from './diffWords.ts';
import { excerptsOf } from './excerpts.ts';
import type { Conflict, ConflictSide } from './merge.ts';

/** @returns the values to choose from; `both` has all words of the others, so none is marked */
export const describeConflict = (
  form: Pick<DocumentForm, 'type' | 'schema'>,
  conflict: Conflict,
): readonly (readonly [ConflictSide, readonly TextPart[]])[] => {
  const describe = (value: FormValue) => describeAttribute(form, conflict.attribute, value);
  const isJoinable = conflict.both !== undefined;
  const [own, other, both] = excerptsOf(
    describe(conflict.own),
    describe(conflict.other),
    describe(isJoinable ? conflict.both : conflict.own),
  );
  const parts = diffWords(own, other);
  return [
    ['own', parts.own],
    ['other', parts.other],
    ...(isJoinable ? [['both', [{ text: both, isChanged: false }]] as const] : []),
  ];
};

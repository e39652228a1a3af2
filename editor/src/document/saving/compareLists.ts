// Compares two lists of texts, such as the words of two texts or the lines.
import { diffComm } from 'node-diff3';
import { numberRepeats } from './numberRepeats.ts';

/** How many texts each list has at a place: the same ones, or different ones. */
interface ComparedPart {
  readonly isCommon: boolean;
  readonly own: number;
  readonly other: number;
}

/** How many texts both lists begin with. */
const commonLength = (own: readonly string[], other: readonly string[]): number => {
  const length = own.findIndex((text, index) => text !== other[index]);
  return length < 0 ? own.length : length;
};

const commonPart = (length: number): ComparedPart => ({ isCommon: true, own: length, other: length });

/**
 * @param most if more texts are between the first and the last difference, they differ as a whole: comparing them would keep the
 *   page waiting
 * @returns the parts of both lists in order
 */
export const compareLists = (
  own: readonly string[],
  other: readonly string[],
  most: number,
): readonly ComparedPart[] => {
  const start = commonLength(own, other);
  const end = commonLength(own.slice(start).reverse(), other.slice(start).reverse());
  const middle = (list: readonly string[]) => list.slice(start, list.length - end);
  const [local, foreign] = [middle(own), middle(other)];
  const parts =
    Math.max(local.length, foreign.length) > most
      ? [{ isCommon: false, own: local.length, other: foreign.length }]
      : diffComm(...numberRepeats([local, foreign])).map(({ common, buffer1 = [], buffer2 = [] }) =>
          common === undefined
            ? { isCommon: false, own: buffer1.length, other: buffer2.length }
            : commonPart(common.length),
        );
  return [commonPart(start), ...parts, commonPart(end)];
};

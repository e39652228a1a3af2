// Numbers the texts that a list has very often, such as empty lines, before lists are compared.

/** The package that compares lists visits each pair of equal items. */
const maxEqual = 30;

const countTexts = (list: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const text of list) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};

/**
 * A text that a list has more often gets the last rarer text before it that all lists have, and its number after that: so lists
 * that are nearly the same have nearly the same items.
 *
 * @param lists which are compared with each other
 * @returns the lists; equal items have equal texts
 */
export const numberRepeats = <const Lists extends readonly (readonly string[])[]>(
  lists: Lists,
): { readonly [Index in keyof Lists]: string[] } => {
  const counts = lists.map(countTexts);
  const isFrequent = (text: string): boolean => counts.some((count) => (count.get(text) ?? 0) > maxEqual);
  const isCommon = (text: string): boolean => counts.every((count) => count.has(text));
  const number = (list: readonly string[]): string[] => {
    let [last, since] = ['', 0];
    return list.map((text) => {
      if (isFrequent(text)) return JSON.stringify([text, last, since++]);
      if (isCommon(text)) [last, since] = [text, 0];
      return text;
    });
  };
  // A mapped tuple has one list for each list.
  return lists.map(number) as { readonly [Index in keyof Lists]: string[] };
};

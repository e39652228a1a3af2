// The rows of the command palette that a text finds, the best first.
import { plain } from './plain.ts';

interface Row {
  readonly label?: string | undefined;
}

interface Group<R> {
  readonly group: string;
  readonly actions: readonly R[];
}

/** The lowest is the best. */
const found = { whole: 0, beginning: 1, searched: 2, part: 2 } as const;

const rankOf = (label: string, text: string): number | undefined => {
  if (label === text) return found.whole;
  if (label.startsWith(text)) return found.beginning;
  return label.includes(text) ? found.part : undefined;
};

/**
 * @param searched the group whose rows have been searched: all of them stay, in their order
 * @returns the groups that have rows: first those of which a row is called as the text, or begins with it, so that Enter runs it
 */
export const paletteRows = <R extends Row>(
  query: string,
  groups: readonly Group<R>[],
  searched: string,
): { readonly group: string; readonly actions: R[] }[] => {
  const text = plain(query.trim());
  return groups
    .map(({ group, actions }) => {
      const ranked = actions
        .map((row) => ({ row, rank: group === searched ? found.searched : rankOf(plain(row.label ?? ''), text) }))
        .filter((one): one is { row: R; rank: number } => one.rank !== undefined)
        .toSorted((one, other) => one.rank - other.rank);
      return { group, rank: ranked[0]?.rank ?? Infinity, actions: ranked.map(({ row }) => row) };
    })
    .filter(({ actions }) => actions.length > 0)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ group, actions }) => ({ group, actions }));
};

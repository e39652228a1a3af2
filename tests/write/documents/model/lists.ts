// Applies the edit of a request body to the list of a relation.
import type { Connect, Edit } from './steps.ts';

/** An error that the API returns, with its status. */
export class RefusedError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/**
 * @param many whether the relation is to-many; a to-one relation ignores positions
 * @throws RefusedError if a position names a document that is not in the list
 */
export const applyEdit = (before: readonly string[], edit: Edit<string>, many: boolean): readonly string[] => {
  if ('set' in edit) return [...new Set(edit.set)];
  const connected = edit.connect.map(({ to }) => to);
  const isKept = (one: string): boolean => connected.includes(one) || !edit.disconnect.includes(one);
  if (!many) return connected.length > 0 ? connected : before.filter(isKept);
  let after = before;
  const unplaced = [...edit.connect];
  const placeOne = (one: Connect<string>): void => {
    unplaced.splice(unplaced.indexOf(one), 1);
    // If the neighbour comes later in the same list, place it first.
    const neighbour = neighbourOf(one);
    const laterNeighbour = unplaced.find(({ to }) => to === neighbour);
    if (neighbour !== undefined && !after.includes(neighbour) && laterNeighbour !== undefined) placeOne(laterNeighbour);
    const others = after.filter((other) => other !== one.to);
    after = others.toSpliced(indexIn(others, one), 0, one.to);
  };
  for (let next = unplaced[0]; next !== undefined; next = unplaced[0]) placeOne(next);
  // Disconnected links go last, because a position may name one.
  return after.filter(isKept);
};

/** The document of a position: `before` or `after`. */
export const neighbourOf = ({ at }: Connect<string>): string | undefined =>
  typeof at === 'string' ? undefined : 'before' in at ? at.before : at.after;

const indexIn = (others: readonly string[], one: Connect<string>): number => {
  if (one.at === 'start') return 0;
  if (one.at === 'end') return others.length;
  const index = others.indexOf(neighbourOf(one) ?? '');
  if (index < 0) throw new RefusedError(400);
  return 'before' in one.at ? index : index + 1;
};

// The list of a relation, and what a body makes of it.
import type { Connect, Edit } from './steps.ts';

/** What the API refuses, with its status. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/**
 * @param many a relation to one keeps what is connected, wherever it is put
 * @throws Refused when a position names what is not in the list
 */
export const edited = (before: readonly string[], edit: Edit<string>, many: boolean): readonly string[] => {
  if ('set' in edit) return [...new Set(edit.set)];
  let after = before.filter((one) => !edit.disconnect.includes(one));
  if (!many) return edit.connect.length > 0 ? edit.connect.map(({ to }) => to) : after;
  const waiting = [...edit.connect];
  const place = (one: Connect<string>): void => {
    waiting.splice(waiting.indexOf(one), 1);
    // Beside one that comes later in the same list: that one first.
    const neighbour = neighbourOf(one);
    const coming = waiting.find(({ to }) => to === neighbour);
    if (neighbour !== undefined && !after.includes(neighbour) && coming !== undefined) place(coming);
    const others = after.filter((other) => other !== one.to);
    after = others.toSpliced(indexIn(others, one), 0, one.to);
  };
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) place(next);
  return after;
};

/** The document that a connected one is put beside. */
export const neighbourOf = ({ at }: Connect<string>): string | undefined =>
  typeof at === 'string' ? undefined : 'before' in at ? at.before : at.after;

const indexIn = (others: readonly string[], one: Connect<string>): number => {
  if (one.at === 'start') return 0;
  if (one.at === 'end') return others.length;
  const index = others.indexOf(neighbourOf(one) ?? '');
  if (index < 0) throw new Refused(400);
  return 'before' in one.at ? index : index + 1;
};

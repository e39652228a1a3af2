// Moves through cards in rows with the arrow keys.

type Place = Pick<DOMRect, 'left' | 'top'>;

/**
 * @param at the index of the present card
 * @param places of all cards, in their order
 * @returns the index of the next one; undefined if there is none, or for another key
 */
export const nextCard = (key: string, at: number, places: readonly Place[]): number | undefined => {
  if (key === 'ArrowRight') return at + 1 < places.length ? at + 1 : undefined;
  if (key === 'ArrowLeft') return at > 0 ? at - 1 : undefined;
  const from = places[at];
  if (from === undefined || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined;
  const sign = key === 'ArrowDown' ? 1 : -1;
  const distance = ({ left, top }: Place) => Math.abs(top - from.top) * 1000 + Math.abs(left - from.left);
  const [nearest] = [...places.entries()]
    .filter(([, { top }]) => (top - from.top) * sign > 1)
    .toSorted(([, one], [, other]) => distance(one) - distance(other));
  return nearest?.[0];
};

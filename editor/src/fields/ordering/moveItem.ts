// Orders of lists.

/** Moves the item at `from` to `to`, which is limited to the list. Returns the same list if nothing changes. */
export const moveItem = <T>(items: readonly T[], from: number, to: number): readonly T[] => {
  const target = Math.min(Math.max(to, 0), items.length - 1);
  const item = items[from];
  if (item === undefined || target === from) return items;
  const others = items.toSpliced(from, 1);
  return others.toSpliced(target, 0, item);
};

/** The place to which a key on an item's handle moves it; undefined for other keys. */
export const targetOfKey = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return Math.max(index - 1, 0);
    case 'ArrowDown':
    case 'ArrowRight':
      return Math.min(index + 1, count - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
};

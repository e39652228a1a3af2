// Where an arrow key leads in a grid of tiles.

interface Grid {
  readonly count: number;
  readonly columns: number;
  /** Whether the tiles go from right to left. */
  readonly isReversed: boolean;
}

/** @returns the index of the tile that gets the focus; undefined if the key leads nowhere */
export const nextTile = (at: number, key: string, { count, columns, isReversed }: Grid): number | undefined => {
  const forward = isReversed ? -1 : 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  };
  const next = targets[key];
  return next === undefined || next < 0 || next >= count || next === at ? undefined : next;
};

// Counts the content that a paste cannot keep, so that one notice can name it.

/** `footnotes`, `tables` and `embeds` stay as text or links; the others are left out. */
const lostKinds = ['pictures', 'tables', 'mergedCells', 'footnotes', 'embeds', 'forms', 'drawings', 'lines'] as const;

export type LostKind = (typeof lostKinds)[number];

export class Lost {
  readonly #counts = new Map<LostKind, number>();

  readonly add = (kind: LostKind): void => {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  };

  /** @returns the kinds with their numbers, in the order of `lostKinds` */
  readonly counts = (): readonly (readonly [kind: LostKind, count: number])[] =>
    lostKinds.flatMap((kind) => {
      const count = this.#counts.get(kind);
      return count === undefined ? [] : [[kind, count] as const];
    });
}

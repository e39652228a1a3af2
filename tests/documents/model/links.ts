// All links in one table, as two versions of their owners keep them.
import type { Relation } from './types.ts';

export type Version = 'draft' | 'published';

/** How the model names a document: what its `mark` holds. */
export type Mark = string;

/** The order of the table is the order of an owner's links, `at` that of the owners of one target. */
export interface Row {
  readonly relation: Relation;
  readonly version: Version;
  readonly owner: Mark;
  readonly target: Mark;
  readonly at: number;
}

/** One relation, in one version. */
type Of = Pick<Row, 'relation' | 'version'>;

/** Its targets may have one owner only. */
export const isExclusive = ({ back, backMany }: Relation): boolean => back !== undefined && !backMany;

/** Whether a row has all of these values. */
const has = (row: Row, values: Partial<Row>): boolean =>
  Object.entries(values).every(([name, value]) => row[name as keyof Row] === value);

export class Links {
  private rows: readonly Row[];

  constructor(rows: readonly Row[] = []) {
    this.rows = rows;
  }

  clone(): Links {
    return new Links(this.rows);
  }

  find(values: Partial<Row>): readonly Row[] {
    return this.rows.filter((row) => has(row, values));
  }

  remove(values: Partial<Row>): void {
    this.rows = this.rows.filter((row) => !has(row, values));
  }

  /** Puts rows behind all others. */
  add(rows: readonly Row[]): void {
    this.rows = [...this.rows, ...rows];
  }

  /** Puts a link where it is already, else behind those of its owner, who may have one only. */
  put(row: Row): void {
    const { relation, version, owner, target } = row;
    const same = { relation, version, owner, target };
    if (this.find(same).length > 0) this.rows = this.rows.map((other) => (has(other, same) ? row : other));
    else {
      if (!relation.many) this.remove({ relation, version, owner });
      this.add([row]);
    }
  }

  /** Takes a target from all owners but one. */
  leaveOnly({ relation, version }: Of, owner: Mark, target: Mark): void {
    this.rows = this.rows.filter((row) => row.owner === owner || !has(row, { relation, version, target }));
  }

  /** Who links to a target, in the order that the target shows them; of equal places by their order of creation. */
  owners({ relation, version }: Of, target: Mark, created: readonly Mark[]): readonly Mark[] {
    return this.find({ relation, version, target })
      .toSorted((a, b) => a.at - b.at || created.indexOf(a.owner) - created.indexOf(b.owner))
      .map(({ owner }) => owner);
  }
}

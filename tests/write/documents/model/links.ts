// Holds all links of the model in one table, for both versions of their owners.
import type { Relation } from './types.ts';

export type Version = 'draft' | 'published';

/** The model's name of a document, stored in its attribute `mark`. */
export type Mark = string;

/** A link. Rows are in the order of the owner's links; `at` orders the owners of one target. */
export interface Row {
  readonly relation: Relation;
  readonly version: Version;
  readonly owner: Mark;
  readonly target: Mark;
  readonly at: number;
}

/** One version of one relation. */
type RelationVersion = Pick<Row, 'relation' | 'version'>;

/** Whether each target has at most one owner. */
export const isExclusive = ({ back, backMany }: Relation): boolean => back !== undefined && !backMany;

/** Whether a row has all of these values. */
const matchesRow = (row: Row, values: Partial<Row>): boolean =>
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
    return this.rows.filter((row) => matchesRow(row, values));
  }

  remove(values: Partial<Row>): void {
    this.rows = this.rows.filter((row) => !matchesRow(row, values));
  }

  /** Adds rows at the end. */
  add(rows: readonly Row[]): void {
    this.rows = [...this.rows, ...rows];
  }

  /** Replaces the same link in its place, or adds it after the other links of its owner; a to-one relation has only this one. */
  put(row: Row): void {
    const { relation, version, owner, target } = row;
    const same = { relation, version, owner, target };
    if (this.find(same).length > 0) this.rows = this.rows.map((other) => (matchesRow(other, same) ? row : other));
    else {
      if (!relation.many) this.remove({ relation, version, owner });
      this.add([row]);
    }
  }

  /** Removes a target from all owners except one. */
  leaveOnly({ relation, version }: RelationVersion, owner: Mark, target: Mark): void {
    this.rows = this.rows.filter((row) => row.owner === owner || !matchesRow(row, { relation, version, target }));
  }

  /** The owners of a target in its order; owners with equal positions are in order of creation. */
  owners({ relation, version }: RelationVersion, target: Mark, created: readonly Mark[]): readonly Mark[] {
    return this.find({ relation, version, target })
      .toSorted((a, b) => a.at - b.at || created.indexOf(a.owner) - created.indexOf(b.owner))
      .map(({ owner }) => owner);
  }
}

// What project code adds to reads: computed attributes, and filters on what a caller may read and write.
import type { ProjectCaller } from './hooks.ts';
import type { DataOf, Uid } from './register.ts';

/** The types that a computed attribute can have, and their values. */
export interface ComputedValues {
  readonly string: string;
  readonly integer: number;
  readonly decimal: number;
  readonly boolean: boolean;
  readonly json: unknown;
}

/** An attribute that is computed when it is read, and never stored. */
export type ComputedAttribute<U extends Uid> = {
  readonly [T in keyof ComputedValues]: {
    readonly type: T;
    /** The attributes that the value is computed from. */
    readonly from: readonly Extract<keyof DataOf<U>, string>[];
    /** @param entry the attributes of `from`, as the REST API answers them */
    readonly value: (entry: DataOf<U>) => ComputedValues[T] | null;
  };
}[keyof ComputedValues];

/** A filter as a query has it; true: all documents; false: none. */
export type AccessFilter = boolean | Readonly<Record<string, unknown>>;

export interface ReadsOf<U extends Uid> {
  readonly computed?: Readonly<Record<string, ComputedAttribute<U>>>;
  /** Restricts what a caller may read, beside its permissions. */
  readonly canRead?: (request: { readonly caller: ProjectCaller }) => AccessFilter;
  /** Restricts what a caller may write, beside its permissions. */
  readonly canWrite?: (request: { readonly caller: ProjectCaller }) => AccessFilter;
}

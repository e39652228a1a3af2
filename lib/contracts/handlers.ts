// The types of the functions that answer the operations of a contract.
import type { AnswerOf, Contract, OperationContract } from './contract.ts';
import type { FromSchema, JsonSchema } from '../schema/index.ts';

/** A value that JSON writes as `T`: a date is a text. */
export type Written<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Written<T[Key]> }
      : T;

type QueryOf<O> = O extends { readonly query: infer Q } ? { readonly [Name in keyof Q]?: FromSchema<Q[Name]> } : object;

type ParamsOf<C extends Contract, O> = {
  readonly [Name in keyof C['params']]: O extends { readonly params: Record<Name, JsonSchema> }
    ? string
    : FromSchema<C['params'][Name]>;
};

/** A page of a list. */
export interface Page {
  /** From 1; always 1 in a list that has cursors. */
  readonly page: number;
  readonly pageSize: number;
  /** The `nextCursor` of the previous page; undefined: the first page. */
  readonly cursor: string | undefined;
}

/** What an operation gets of its request. */
export interface OperationInput<C extends Contract, O> {
  readonly params: ParamsOf<C, O>;
  readonly query: QueryOf<O>;
  /** The page of a list; the first one where the operation has no pages. */
  readonly page: Page;
  /** As it was sent: `checkBody` checks it. */
  readonly body: unknown;
}

/** What a page of a list has instead of its `meta`. */
interface PageEnds {
  /** The number of all items. */
  readonly page: { readonly total: number };
  /** null: it is the last page. */
  readonly cursor: { readonly nextCursor: string | null };
}

/** The answer of an operation; anything where it answers without a body. */
type Answered<O extends OperationContract> = O extends { readonly paged: infer P extends keyof PageEnds }
  ? Written<Pick<AnswerOf<O>, 'data' & keyof AnswerOf<O>>> & PageEnds[P]
  : O extends { readonly answer: unknown }
    ? Written<AnswerOf<O>>
    : unknown;

/** A function for each operation. */
export type Handlers<C extends Contract, Service, Checked = unknown> = {
  readonly [Name in keyof C['operations']]: (
    input: OperationInput<C, C['operations'][Name]>,
    service: Service,
    checked: Checked,
  ) => Promise<Answered<C['operations'][Name]>>;
};

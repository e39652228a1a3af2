// The types of the functions that answer the operations of a contract.
import type { AnswerOf, Contract, NamesIn, OperationContract, PathOf } from './contract.ts';
import type { FromSchema } from '../schema/index.ts';

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

/** The names of parameters whose absence is refused. */
type RequiredOf<Q, O> = {
  [Name in keyof Q]: Q[Name] extends { readonly rules: { readonly required: string } }
    ? O extends { readonly requiredQuery: readonly (infer R)[] }
      ? Name & R
      : never
    : never;
}[keyof Q];

type QueryOf<C extends Contract, O> = (O extends { readonly query: infer Q }
  ? { readonly [Name in RequiredOf<Q, O>]: FromSchema<Q[Name]> } & {
      readonly [Name in Exclude<keyof Q, RequiredOf<Q, O>>]?: FromSchema<Q[Name]>;
    }
  : object) &
  (C extends { readonly ofDocuments: true } ? { readonly locale?: string } : object);

/** A variable of a path is a text if nothing says otherwise. */
type OfParameter<S> = S extends { readonly type: unknown } ? FromSchema<S> : string;

/** The schemas of the operation come before those of the contract. */
type ParamsOf<C extends Contract, O> = {
  readonly [Name in NamesIn<`${C['path']}${PathOf<O>}`>]: O extends { readonly params: Record<Name, infer Own> }
    ? OfParameter<Own>
    : C extends { readonly params: Record<Name, infer Shared> }
      ? OfParameter<Shared>
      : string;
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
  readonly query: QueryOf<C, O>;
  /** The query as it was sent. */
  readonly text: string;
  /** The page of a list; the first one where the operation has no pages. */
  readonly page: Page;
  /** As it was sent: `checkBody` checks it. */
  readonly body: unknown;
}

/** What a page of a list has instead of its `meta`. */
export interface PageEnds {
  /** The number of all items. */
  readonly page: { readonly total: number };
  /** null: it is the last page. */
  readonly cursor: { readonly nextCursor: string | null };
}

export interface MovedFiles {
  /** Whether bytes have still to be moved. */
  readonly isMoving: boolean;
}

/** The answer of an operation; anything where it answers without a body. */
type Answered<O extends OperationContract> = (O extends { readonly movesFiles: true } ? MovedFiles : unknown) &
  AnsweredBody<O>;

/** A document, as a read answers it. */
interface AnsweredDocument {
  readonly data: unknown;
  readonly meta: object;
  readonly revision?: string | undefined;
}

type AnsweredBody<O extends OperationContract> = O extends { readonly answersDocument: true }
  ? AnsweredDocument
  : O extends { readonly paged: infer P extends keyof PageEnds }
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

// Who asks, and what they may do: plain data, made once per request.

export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'publish';

export interface Caller {
  /** Tells one caller from another. */
  readonly id: string;
  /** Everything, everything that only reads, or these actions by name (`api::article.article.find`). */
  readonly allowed: 'everything' | 'reading' | ReadonlySet<string>;
}

const reading: ReadonlySet<Action> = new Set(['find', 'findOne']);

/** Whether the caller may do this to documents of the type with that uid. */
export const may = ({ allowed }: Caller, action: Action, uid: string): boolean =>
  allowed === 'everything' || (allowed === 'reading' ? reading.has(action) : allowed.has(`${uid}.${action}`));

/** The same text for callers who see the same. */
export const viewOf = ({ allowed }: Caller): string =>
  typeof allowed === 'string' ? allowed : [...allowed].sort().join(',');

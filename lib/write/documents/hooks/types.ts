// What the writer calls before it writes a document: the hooks of the project on its type.
import type { HookWrite } from '../../../platform/extensions/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';

/** The attributes of a version as JSON, as a body has them. */
export type PlainValues = Readonly<Record<string, unknown>>;

/** A write, as `hooksFor` passes it to a hook, together with the caller and the service for documents. */
export interface HookedWrite extends HookWrite {
  readonly uid: string;
  readonly data: PlainValues;
  readonly previous: PlainValues | undefined;
}

export interface HookedDeletion extends Pick<HookedWrite, 'uid' | 'documentId' | 'locale'> {
  readonly document: PlainValues;
}

/** A fault that `validate` reports. */
export interface HookFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** A hook and its name: `beforeWrite of api::article.article in extensions/articles.ts`. */
export interface Hook<Input, Output> {
  readonly name: string;
  /**
   * @param unit the transaction of the write
   * @param beforeUse is called before each operation of the hook in the transaction
   */
  readonly run: (unit: Transaction, input: Input, beforeUse: () => Promise<void>) => Promise<Output>;
}

/** The hooks on writes of a type, in the order of their files. A write with hooks is a transaction. */
export interface WriteHooks {
  /** Returns what the hook returned. */
  readonly beforeWrite: readonly Hook<HookedWrite, unknown>[];
  readonly validate: readonly Hook<HookedWrite, readonly HookFault[]>[];
}

/** The hooks on deletions of a type, in the order of their files. */
export type DeleteHooks = readonly Hook<HookedDeletion, void>[];

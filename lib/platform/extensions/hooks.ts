// Hooks on writes: what project code checks and changes of a document before it is written.
import type { DocumentsAccess } from './documents.ts';
import type { ChangesOf, DataOf, Uid } from './register.ts';

/** Who writes; `system` is Lectern itself, for example a seed. */
export interface ProjectCaller {
  readonly kind: 'user' | 'token' | 'public' | 'system';
  /** Distinguishes callers. */
  readonly id: string;
  /** The documentId of a user. */
  readonly user?: string;
  /** The type of the user's role: `authenticated`, or of another role `editor`. */
  readonly role?: string;
}

/** What the write does to the version that it writes. */
export type WriteOperation = 'create' | 'update' | 'publish' | 'discard';

/** A write without its values. */
export interface HookWrite {
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
  /** `published`: the write publishes the document, or the type has no drafts. */
  readonly status: 'draft' | 'published';
  /** Adding a locale is a `create`. */
  readonly operation: WriteOperation;
}

interface WriteOf<U extends Uid> extends HookWrite {
  /**
   * The document as the write would leave it, with every attribute; relations are `{ documentId }`. It has no passwords, and
   * relations that the other side stores only if the body names them.
   */
  readonly data: DataOf<U>;
  /**
   * The version before: of an update the one that was edited, of `publish` the published one, of `discard` the draft;
   * undefined if there was none.
   */
  readonly previous: DataOf<U> | undefined;
  readonly caller: ProjectCaller;
  readonly documents: DocumentsAccess;
}

type Key<U extends Uid> = Extract<keyof DataOf<U>, string>;

/**
 * Reports a fault; the write is refused with all of them. The path is that of the body: `'title'`, `'seo.title'`,
 * `['quotes', 0, 'text']`.
 */
export type Fail<U extends Uid = Uid> = (
  // eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- generated types make the keys more than text
  path: Key<U> | `${Key<U>}.${string}` | readonly [Key<U>, ...(string | number)[]],
  message: string,
) => void;

export interface HooksOf<U extends Uid> {
  /** Checks a document before it is written, after `beforeWrite`. */
  readonly validate?: (write: WriteOf<U> & { readonly fail: Fail<U> }) => void | Promise<void>;
  /**
   * Changes a document before it is written.
   *
   * @returns the attributes to write: those that differ from `data` are checked like a body; nothing: no change
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook may return nothing
  readonly beforeWrite?: (write: WriteOf<U>) => ChangesOf<U> | void | Promise<ChangesOf<U> | void>;
  /** Runs before both versions of a document are deleted, once for each locale. `refuse` ends the deletion with status 400. */
  readonly beforeDelete?: (deletion: {
    /** The draft; the only version if the type has no drafts. */
    readonly document: DataOf<U>;
    readonly documentId: string;
    readonly locale: string | null;
    readonly caller: ProjectCaller;
    readonly documents: DocumentsAccess;
    readonly refuse: (message: string) => never;
  }) => void | Promise<void>;
}

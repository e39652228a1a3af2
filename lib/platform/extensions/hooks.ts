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
}

/** What the write does to the version that it writes. */
export type WriteOperation = 'create' | 'update' | 'publish' | 'discard';

interface WriteOf<U extends Uid> {
  /** The document as the write would leave it, with every attribute; relations are `{ documentId }`. */
  readonly data: DataOf<U>;
  /** The document before; undefined for a new document. */
  readonly previous: DataOf<U> | undefined;
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
  /** `published`: the write publishes the document, or the type has no drafts. */
  readonly status: 'draft' | 'published';
  readonly operation: WriteOperation;
  readonly caller: ProjectCaller;
  readonly documents: DocumentsAccess;
}

/** Reports a fault; the write is refused with all of them. The path is that of the body: `'title'`, `['seo', 'title']`. */
export type Fail = (path: string | readonly (string | number)[], message: string) => void;

export interface HooksOf<U extends Uid> {
  /** Checks a document before it is written, after `beforeWrite`. */
  readonly validate?: (write: WriteOf<U> & { readonly fail: Fail }) => void | Promise<void>;
  /**
   * Changes a document before it is written.
   *
   * @returns the attributes to write: those that differ from `data` are checked like a body; nothing: no change
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook may return nothing
  readonly beforeWrite?: (write: WriteOf<U>) => ChangesOf<U> | void | Promise<ChangesOf<U> | void>;
  /** Runs before both versions of a document are deleted. `refuse` ends the deletion with status 400. */
  readonly beforeDelete?: (deletion: {
    readonly document: DataOf<U>;
    readonly documentId: string;
    readonly locale: string | null;
    readonly caller: ProjectCaller;
    readonly documents: DocumentsAccess;
    readonly refuse: (message: string) => never;
  }) => void | Promise<void>;
}

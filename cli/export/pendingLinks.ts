// A link as documents store it: it names its target by documentId, which an archive does not.
import type { Status } from '../../lib/schema/index.ts';

/** A document in one version and one locale: a row in an archive. */
export interface RowVersion {
  readonly status: Status;
  /** null if the type is not localized. */
  readonly locale: string | null;
  /** Whether the type of the document has drafts. */
  readonly hasDrafts: boolean;
}

export interface PendingLink {
  readonly kind: 'relation' | 'media' | 'morph';
  /** The row or the component that holds the link, and the attribute. */
  readonly from: { readonly type: string; readonly id: number; readonly field: string };
  readonly row: RowVersion;
  readonly to: { readonly type: string; readonly documentId: string };
  /** The place in the list of the attribute, from 1. */
  readonly position: number;
  /** The place in the list of the other side. */
  readonly inversePosition: number;
}

// Declares the target of a write: which document, and with which rules.
import type { InvalidValue } from '../../../errors.ts';
import { typeOf, type ContentType, type Schema, type Status } from '../../../schema/index.ts';
import type { ExpectedRevisions } from '../../../platform/db/index.ts';
import type { WriteHooks } from '../hooks/types.ts';
import type { RelatableDocuments } from '../links/relatableTargets.ts';

/** The target of a write. */
export interface WriteTarget {
  readonly type: ContentType;
  /** null when the type is not localized. */
  readonly locale: string | null;
  /** `published` writes the draft and publishes it; `draft` writes only the draft. */
  readonly status: Status;
  /** The precondition; undefined: none. */
  readonly expected?: ExpectedRevisions | undefined;
  /** Who writes, as `createdBy` and `updatedBy` store it: the documentId of a user, or the name of a token. */
  readonly by?: string | undefined;
  /** What the caller may relate to; undefined: every document. */
  readonly relatable?: RelatableDocuments | undefined;
  /** Whether attributes with `writable: false` are unknown keys of the body: for the content that callers write. */
  readonly onlyWritable?: true;
  /** The id of a new document when it must be known before; undefined: a generated one. */
  readonly documentId?: string | undefined;
  /** Faults that the caller found in the body: they are reported with those of the type. */
  readonly faults?: readonly InvalidValue[];
  /** The stored values of the version that the body restores: its components keep their ids. */
  readonly restored?: Readonly<Record<string, unknown>> | undefined;
  /** The project's hooks on the type, which run in the transaction of the write; undefined: it has none. */
  readonly hooks: WriteHooks | undefined;
}

/** The write target of a built-in type, which has one version and no locales. It has no hooks yet. */
export const builtInTarget = (schema: Schema, uid: string) =>
  ({ type: typeOf(schema, uid), locale: null, status: 'published' }) as const satisfies Omit<WriteTarget, 'hooks'>;

/** Types without draft and publish always write the published version. */
export const isPublished = ({ type, status }: Pick<WriteTarget, 'type' | 'status'>): boolean =>
  status === 'published' || !type.draftAndPublish;

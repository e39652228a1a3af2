// The form documents are stored in: both versions side by side, one MongoDB document per document and locale.
import type { Filter, ObjectId, Timestamp } from 'mongodb';
import type { ContentType, Transition } from '../../schema/index.ts';

/** A relation, kept on its owning side: the target's documentId, and its place in the order of the other side. */
export interface Link {
  readonly to: string;
  readonly at: number;
  /** The target's uid, where the attribute is polymorphic. */
  readonly type?: string;
}

export interface StoredComponent {
  /** Inside a dynamic zone only. */
  readonly __component?: string;
  readonly [attribute: string]: unknown;
}

/** Scalars as they are stored, components embedded, links. */
export interface Version {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Published versions only. */
  readonly publishedAt?: Date;
  readonly [attribute: string]: unknown;
}

/** What can happen to a document that others are told of: creating, changing, deleting it, and its transitions. */
export type Action = 'create' | 'update' | 'delete' | Transition;

/** Something that happened to a document, kept in it until it is handed on. */
export interface Happened {
  /** Names the event among those of the document. */
  readonly id: ObjectId;
  readonly action: Action;
  readonly at: Date;
  /** The version that went with it. */
  readonly gone?: Version;
}

export interface Stored {
  readonly documentId: string;
  /** null where the type is not localized. */
  readonly locale: string | null;
  /** Counts the writes: a write that was computed from an older state does not apply. */
  readonly revision: number;
  /**
   * The documentId of the user that created it; absent where no user did. Of a file the uploader: a user, or a token by its
   * name (`token 3`). No answer contains it.
   */
  readonly createdBy?: string;
  readonly draft?: Version;
  readonly published?: Version;
  /** Of a user: the name and the address as they compare, under one unique index. */
  readonly identifiers?: readonly string[];
  /** On the living document of a single type: there is one a locale. */
  readonly single?: true;
  /** A tombstone: neither version is left. */
  readonly deletedAt?: Date;
  /** On a tombstone that documents still link to: those of all locales, or of this one. */
  readonly unswept?: true | string;
  /** What is not yet handed on, in its order; absent when there is nothing. */
  readonly pending?: readonly Happened[];
  /** When the published version was last changed or taken away, by the clock of MongoDB; absent where there never was one. */
  readonly changed?: Timestamp;
}

/** What a document is taken to be: of one of these revisions, or there at all. */
export type Expected = 'any' | readonly number[];

/** The two versions as a write leaves them. */
export interface Versions {
  readonly draft?: Version;
  readonly published?: Version;
}

/** The filter for what is there: no tombstone. */
export const living = { deletedAt: { $exists: false } } as const;

/**
 * The filter for one document that is there.
 *
 * @param documentId undefined: the one of a single type
 * @param locale null where the type is not localized; undefined: every locale that the document stands in
 */
export const livingOf = (
  { localized }: ContentType,
  documentId: string | undefined,
  locale?: string | null,
): Filter<Stored> => ({
  ...(documentId === undefined ? { single: true } : { documentId }),
  locale: locale === undefined && localized ? { $ne: null } : (locale ?? null),
  ...living,
});

/** The integer id that a text says; undefined: it says none, and may be a documentId. */
export const versionIdIn = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

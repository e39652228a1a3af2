// The form of stored documents: one MongoDB document for each document and locale, with both versions side by side.
import type { ChangeSource } from '../changeSources.ts';
import type { Filter, ObjectId, Timestamp } from 'mongodb';
import type { ContentType, IndexKeys, Transition } from '../../schema/index.ts';

/** A link of a relation, stored on the owning side: the target's documentId, and the position in the order of the other side. */
export interface Link {
  readonly to: string;
  readonly at: number;
  /** The target's uid, if the relation is polymorphic. */
  readonly type?: string;
}

export interface StoredComponent {
  /** Identifies the component in its document, also after it moved and in the other version. Absent before format 4. */
  readonly id?: number;
  /** Only in dynamic zones. */
  readonly __component?: string;
  readonly [attribute: string]: unknown;
}

/** One version of a document: stored scalars, embedded components, links. */
export interface Version {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Only in published versions. */
  readonly publishedAt?: Date;
  readonly [attribute: string]: unknown;
}

/** What every version has beside its attributes. */
export const systemFields: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'publishedAt']);

/**
 * The action of an event: a document was created, changed or deleted, a transition, its draft got another stage or assignee, or
 * other documents got back their links to it.
 */
export type EventAction = 'create' | 'update' | 'delete' | Transition | 'stage' | 'assign' | 'relink';

/** The write that made a version of a document: of the stored document, which is its newest version, or of one it had before. */
export interface VersionOrigin {
  /** Identifies the version. */
  readonly id: ObjectId;
  /** The revision that the write made: the number of the version. */
  readonly revision: number;
  readonly at: Date;
  /** Who wrote, as `updatedBy` says it; absent: the public, the system, or unknown. */
  readonly by?: string;
  /** Absent: the write is older than the history of the site. */
  readonly via?: ChangeSource;
  readonly action?: EventAction;
  /** Writes of one group become one version for ten minutes: the name of the group, and when its first write was. */
  readonly group?: { readonly name: string; readonly since: Date };
  /** The fingerprint of the content type at that time (`schemaFingerprint.ts`). */
  readonly schema?: string;
  /** The mark of the change set of an agent, whose form only `isAgentWrite`, `settledMark` and `changeSetOf` know. */
  readonly set?: number;
}

/** A version that a write replaced, until the relay has moved it to the history. */
export interface ReplacedVersion extends VersionOrigin, StoredVersions {
  /** The draft has the values of the published version, and here only its own `id`, `createdAt` and `updatedAt`. */
  readonly sharesValues?: true;
  /** About the bytes of both versions. */
  readonly bytes: number;
}

/** What the audit log records of an event, beside its action, time and document; absent fields: unknown. */
export interface EventAudit {
  /** Who wrote: the documentId of a user, the name of a token, or a name such as `public`. */
  readonly actor?: string;
  readonly address?: string;
  readonly requestId?: string;
  /** The names of the attributes that an update changed. */
  readonly changed?: readonly string[];
  /** The document comes back from the trash. */
  readonly restored?: true;
}

/** An event in the outbox of a document, which stays there until the relay dispatches it. */
export interface OutboxEvent {
  /** Identifies the event within the document. */
  readonly id: ObjectId;
  readonly action: EventAction;
  readonly at: Date;
  /** The version that the write removed. */
  readonly removedVersion?: Version;
  /** What the document was before the write; absent if nothing has to be kept, or if it is kept already. */
  readonly replaced?: ReplacedVersion;
  /** `removedVersion` before format 3. */
  readonly gone?: Version;
  /** How many event handlers, one because of the other, led to this write; absent: 0. */
  readonly depth?: number;
  /** As in `VersionOrigin`. */
  readonly set?: number;
  /** The stages of the action `stage`. */
  readonly stages?: { readonly from: string; readonly to: string };
  /** Absent if the site records nothing, or if neither a request nor a command led to the write. */
  readonly audit?: EventAudit;
}

/** The version that the write of an event removed, if any. */
export const removedVersionOf = (event: OutboxEvent): Version | undefined => {
  if (event.action !== 'delete' && event.action !== 'unpublish') return undefined;
  return event.removedVersion ?? event.gone ?? event.replaced?.published ?? event.replaced?.draft;
};

/** What a deletion removed, on the tombstone. No index covers it, and no read looks at it. */
export interface RemovedContent {
  /** Identifies the deletion, which may have removed several locales, and the links that it removed (`RemovedLinks`). */
  readonly deletion: ObjectId;
  /** Who deleted the document; null: the public or the system. */
  readonly by: string | null;
  readonly draft?: Version;
  readonly published?: Version;
}

/** `draft`: not published; `modified`: changed since it was published; `published`: not changed since. */
export type DraftStatus = 'draft' | 'modified' | 'published';

export interface StoredDocument {
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
  /** The number of writes. A write applies only if the revision is still the one that it was computed from. */
  readonly revision: number;
  /**
   * Who created the document: the documentId of a user, or the name of a token (`token 3`); absent for the public and the
   * system. Of a file, the uploader. Only answers with `view=edit` contain it.
   */
  readonly createdBy?: string;
  /** Who changed the document last, in any version. Null: the public or the system. Absent: unknown, or as null. */
  readonly updatedBy?: string | null;
  readonly draft?: Version;
  readonly published?: Version;
  /** The stage of the draft; absent: the first. Only answers with `view=edit` contain it. */
  readonly strapi_stage?: string;
  /** Who moved the draft into its stage, as `updatedBy`; absent: nobody did, or the public or the system. */
  readonly stageBy?: string;
  /** The documentId of the user who is to work on the draft; null or absent: nobody. As `createdBy` in answers. */
  readonly strapi_assignee?: string | null;
  /** The write that made what is stored; absent: it is older than the history, or the type has none. */
  readonly written?: VersionOrigin;
  /** Versions with a lower number were deleted for good: the history must not have them. */
  readonly forgottenBefore?: number;
  /** How the draft differs from the published version. Absent: the document is older than this field, or has no draft. */
  readonly draftStatus?: DraftStatus;
  /** The name and email address of a user in comparable form, under one unique index. */
  readonly identifiers?: readonly string[];
  /** On the living document of a single type, of which there is one for each locale. */
  readonly single?: true;
  /** On a tombstone, which has neither version. */
  readonly deletedAt?: Date;
  /** On a tombstone in the trash. */
  readonly removed?: RemovedContent;
  /** On a tombstone that documents still link to: documents of all locales (true), or of this locale. */
  readonly unswept?: true | string;
  /** The outbox: events that the relay has not dispatched yet, in order; absent if there are none. */
  readonly pending?: readonly OutboxEvent[];
  /** When the published version was last changed or removed, by MongoDB's clock; absent if there never was one. */
  readonly changed?: Timestamp;
  /** When the published version came back from the trash, by MongoDB's clock; its own times stay as they were. */
  readonly restoredAt?: Date;
  /**
   * What the document adds to the stored total of its type (`storedTotals.ts`): 1 if it was published since it was
   * counted, -1 if its published version was removed since; 0 or absent: nothing.
   */
  readonly uncounted?: number;
  /** A value without a meaning, with which a transaction made others wait for the document (`contendedDocuments.ts`). */
  readonly taken?: ObjectId;
}

/** The revisions that a write may start from; 'any': the document only has to exist; 'none': it must not exist. */
export type ExpectedRevisions = 'any' | 'none' | readonly number[];

/** The two versions after a write. */
export interface StoredVersions {
  readonly draft?: Version;
  readonly published?: Version;
}

/** The index of documents that were ever published, by the time of their last change. */
export const changedIndex: IndexKeys = { changed: 1, _id: 1 };

/**
 * How long after its `changed` a write may become visible: it gets the time when it runs, and its transaction commits later.
 * MongoDB aborts a transaction after 60 seconds (`transactionLifetimeLimitSeconds`) and checks every 30; the rest is for slow
 * servers.
 */
export const lateCommitSeconds = 120;

/** @param versions with their `updatedAt`; the draft exists */
export const draftStatusOf = ({
  draft,
  published,
}: {
  readonly draft?: unknown;
  readonly published?: unknown;
}): DraftStatus => {
  const times = [draft, published].map((version) => (version as StoredVersions['draft'])?.updatedAt);
  const [draftAt, publishedAt] = times;
  if (draftAt === undefined || publishedAt === undefined) return 'draft';
  return draftAt > publishedAt ? 'modified' : 'published';
};

/** The field with which a document is stored, for the index of `publicationFilter`; a type without drafts has none. */
export const storedDraftStatus = (versions: StoredVersions): { readonly draftStatus?: DraftStatus } =>
  versions.draft === undefined ? {} : { draftStatus: draftStatusOf(versions) };

/** The filter for living documents: no tombstones. */
export const livingFilter = { deletedAt: { $exists: false } } as const;

/**
 * The filter for one living document.
 *
 * @param documentId undefined: the document of a single type
 * @param locale null if the type is not localized; undefined: all locales of the document
 */
export const livingDocumentFilter = (
  { localized }: ContentType,
  documentId: string | undefined,
  locale?: string | null,
): Filter<StoredDocument> => ({
  ...(documentId === undefined ? { single: true } : { documentId }),
  locale: locale === undefined && localized ? { $ne: null } : (locale ?? null),
  ...livingFilter,
});

/** @returns the integer id or the number of a version in a text; undefined if the text is no integer, so perhaps a documentId */
export const parseWholeNumber = (text: string): number | undefined =>
  /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

// The casts are safe for values that lib/write stored in an attribute of that kind.
export const linksOf = listOf as (value: unknown) => readonly Link[];
export const componentsOf = listOf as (value: unknown) => readonly StoredComponent[];

/** Whether an agent made a write: its mark is the id of the release that is the change set. */
export const isAgentWrite = (mark = 0): mark is number => mark > 0;

/** The mark of writes that publish what a change set has, or take it back. */
export const settledMark = (set: number): number => -set;

/** @returns the change set of a mark; 0: none */
export const changeSetOf = (mark = 0): number => Math.abs(mark);

// Types for the changes between two schemas and for their application to documents.
import type { Db } from 'mongodb';
import type { Attribute, ContentType, Schema, Status } from '../../lib/schema/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';

/** The migration options as the user wrote them. */
export interface MigrationOptions {
  /** `article.headline=title`, `article=post`, `shared.quote=shared.cite`: the old name, then the new one. */
  readonly rename: readonly string[];
  /** `article.headline`, `article`, `shared.quote`: what to remove from the documents. */
  readonly drop: readonly string[];
  /** `article.featured`: set the default where documents have no value. */
  readonly fill: readonly string[];
  /** `article=published`, `article=en,fr`: the version or the locale to keep where only one remains. */
  readonly keep: readonly string[];
}

/** Old names to new names: the uids of types and components, and by old uid the names of attributes. */
export interface Renames {
  readonly types: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
  readonly attributes: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** An attribute by the old uid of its type or component and its old name. */
interface AttributeChange {
  readonly holder: string;
  readonly name: string;
}

export type SchemaChange =
  | ({ readonly kind: 'renamed' } & AttributeChange & {
        readonly to: string;
        /** Whether values are removed where documents already have one under the new name. */
        readonly drop: boolean;
      })
  | ({ readonly kind: 'removed' } & AttributeChange & { readonly drop: boolean })
  | ({ readonly kind: 'retyped' } & AttributeChange & {
        readonly from: Attribute;
        readonly to: Attribute;
        /** Whether values that cannot be converted are removed. */
        readonly drop: boolean;
      })
  /** A dynamic zone that allows fewer components; `lost` has the old uids of the others. */
  | ({ readonly kind: 'narrowed' } & AttributeChange & { readonly lost: readonly string[]; readonly drop: boolean })
  | ({ readonly kind: 'stricter' } & AttributeChange & { readonly to: Attribute })
  | ({ readonly kind: 'unique' } & AttributeChange)
  | ({ readonly kind: 'exclusive' } & AttributeChange)
  /** `name` is the new name: the attribute may not have existed before. */
  | ({ readonly kind: 'default' } & AttributeChange & { readonly value: unknown; readonly fill: boolean })
  | {
      readonly kind: 'moved';
      readonly holder: string;
      readonly name: string;
      /** The old uid of the type that stores the links now, and the new name of its attribute. */
      readonly owner: string;
      readonly as: string;
    }
  | { readonly kind: 'component renamed'; readonly holder: string; readonly to: string }
  | { readonly kind: 'component removed'; readonly holder: string; readonly drop: boolean }
  | { readonly kind: 'type renamed'; readonly holder: string; readonly to: string }
  | {
      readonly kind: 'type removed';
      readonly holder: string;
      readonly drop: boolean;
      /** The name of the new type that has the same collection; undefined if there is none. */
      readonly heir: string | undefined;
    }
  | { readonly kind: 'collection'; readonly holder: string; readonly from: string; readonly to: string }
  | { readonly kind: 'single'; readonly holder: string; readonly on: boolean }
  | { readonly kind: 'drafts on'; readonly holder: string }
  | { readonly kind: 'drafts off'; readonly holder: string; readonly keep: 'draft' | 'published' | undefined }
  | { readonly kind: 'locales on'; readonly holder: string }
  | { readonly kind: 'locales off'; readonly holder: string; readonly keep: readonly string[] };

/** Whether documents must be migrated, may be migrated, or the change is only worth a note. */
export type FindingLevel = 'must' | 'may' | 'note';

export interface MigrationPlan {
  /** The schema of the stored documents. */
  readonly base: Schema;
  readonly next: Schema;
  readonly renames: Renames;
  readonly changes: readonly SchemaChange[];
  /** Options that have no effect. */
  readonly idle: readonly string[];
}

/**
 * What a migration does beside previous servers, which have the content types before it, and new ones, which have those after it.
 *
 * - `whole`: everything at once. `again` repeats it for what previous servers wrote since.
 * - `copy`: renamed values are under both names, and drops wait, so that both kinds of servers find what they know.
 * - `recopy` repeats a copy for what either wrote since; if both wrote a document, the value of previous servers stays.
 *   `recopyNew` is the same with the value of new ones: `followWrites` knows from the change stream which of them wrote last.
 * - `finish` ends a copy, and removes what waits. `undo` takes it back.
 */
export type MigrationPhase = 'whole' | 'again' | 'copy' | 'recopy' | 'recopyNew' | 'finish' | 'undo';

export type StoredValues = Readonly<Record<string, unknown>>;

/** Receives what an edit finds in a document. */
export interface EditReport {
  /** The version of the values; undefined for edits of a document as a whole. */
  readonly status: Status | undefined;
  /** Counts the document for the change, although the edit changes nothing. */
  readonly countDocument: () => void;
  /** Reports that the edit is impossible for this document; the migration then changes no document. */
  readonly reportObstacle: (why: string) => void;
}

/** An edit of the values of a version or of a component; returns the same object if nothing changes. */
export interface ValuesEdit {
  /** The old uid of the type or component. */
  readonly holder: string;
  readonly edit: (values: StoredValues, report: EditReport) => StoredValues;
}

/** A plan and what its edits need from the service. */
export interface MigrationContext extends MigrationPlan {
  readonly phase: MigrationPhase;
  readonly now: Date;
  readonly defaultLocale: string;
  /** The next id of a version of the type. */
  readonly nextId: (type: ContentType) => Promise<number>;
  /** The document in other locales, as stored now; `type` is its new type. */
  readonly others: (document: StoredDocument, type: ContentType) => Promise<readonly StoredDocument[]>;
}

/** An edit of a document as a whole, after the edits of its versions; returns the same object if nothing changes. */
export type DocumentEdit = (
  document: StoredDocument,
  type: ContentType,
  context: MigrationContext,
  report: EditReport,
) => StoredDocument | Promise<StoredDocument>;

/** Finds obstacles across all documents, one line each. */
export type FindObstacles<C> = (change: C, plan: MigrationPlan, db: Db) => Promise<readonly string[]>;

export interface ChangeKind<C extends SchemaChange = SchemaChange> {
  readonly level: (change: C) => FindingLevel;
  /** What the change means for documents, as a phrase that follows the name of its type or attribute. */
  readonly describe: (change: C, plan: MigrationPlan) => string;
  readonly valueEdits?: (change: C, plan: MigrationPlan, phase: MigrationPhase) => readonly ValuesEdit[];
  readonly documentEdit?: (change: C) => DocumentEdit;
  readonly findObstacles?: FindObstacles<C>;
  /** The number of documents that the change concerns, besides those that it edits. */
  readonly countOthers?: (change: C, plan: MigrationPlan, db: Db) => Promise<number>;
}

/** The changes of one kind. */
export type ChangeOf<K extends SchemaChange['kind']> = Extract<SchemaChange, { readonly kind: K }>;

// What a change of content types means for the documents that are stored: the values that pass between the steps.
import type { Db } from 'mongodb';
import type { Attribute, ContentType, Schema, Status } from '../../schema/index.ts';
import type { Stored } from '../../platform/db/index.ts';

/** What people ask for beside what follows from the content types, as they wrote it. */
export interface Asked {
  /** `article.headline=title`, `article=post`, `shared.quote=shared.cite`: on the left what it was called before. */
  readonly rename: readonly string[];
  /** `article.headline`, `article`, `shared.quote`: what is to be removed from the documents. */
  readonly drop: readonly string[];
  /** `article.featured`: the default, where documents have no value. */
  readonly fill: readonly string[];
  /** `article=published`, `article=en,fr`: which version, or which locale, remains where there will be one only. */
  readonly keep: readonly string[];
}

/** Names of before to those of now; uids of types and components, and of each of these its attributes. */
export interface Renames {
  readonly types: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
  readonly attributes: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** An attribute where it was: the uid of its type or component, before, and its name, before. */
interface OfAttribute {
  readonly holder: string;
  readonly name: string;
}

export type Change =
  | ({ readonly kind: 'renamed' } & OfAttribute & { readonly to: string })
  | ({ readonly kind: 'removed' } & OfAttribute & { readonly drop: boolean })
  | ({ readonly kind: 'retyped' } & OfAttribute & {
        readonly from: Attribute;
        readonly to: Attribute;
        /** What cannot be converted goes. */
        readonly drop: boolean;
      })
  /** A dynamic zone that takes fewer components, by their uids of before. */
  | ({ readonly kind: 'narrowed' } & OfAttribute & { readonly lost: readonly string[]; readonly drop: boolean })
  | ({ readonly kind: 'stricter' } & OfAttribute & { readonly to: Attribute })
  | ({ readonly kind: 'unique' } & OfAttribute)
  | ({ readonly kind: 'exclusive' } & OfAttribute)
  /** Named as it is now: it need not have been there. */
  | ({ readonly kind: 'default' } & OfAttribute & { readonly value: unknown; readonly fill: boolean })
  | {
      readonly kind: 'moved';
      readonly holder: string;
      readonly name: string;
      /** The type that keeps the links now, as it was called before, and its attribute as it is called now. */
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
      /** The type that has its collection now, as it is called; undefined: none. */
      readonly heir: string | undefined;
    }
  | { readonly kind: 'collection'; readonly holder: string; readonly from: string; readonly to: string }
  | { readonly kind: 'single'; readonly holder: string; readonly on: boolean }
  | { readonly kind: 'drafts on'; readonly holder: string }
  | { readonly kind: 'drafts off'; readonly holder: string; readonly keep: 'draft' | 'published' | undefined }
  | { readonly kind: 'locales on'; readonly holder: string }
  | { readonly kind: 'locales off'; readonly holder: string; readonly keep: readonly string[] };

/** Documents that a change is about have to be migrated; they may be; or it only says something of them. */
export type Level = 'must' | 'may' | 'note';

export interface Plan {
  /** That of the stored documents. */
  readonly base: Schema;
  readonly next: Schema;
  readonly renames: Renames;
  readonly changes: readonly Change[];
  /** Options for which there is nothing to do. */
  readonly idle: readonly string[];
}

export type Values = Readonly<Record<string, unknown>>;

/** What an edit says of the document that it is given. */
export interface Seen {
  /** The version that values are of; a document as a whole is of none. */
  readonly status: Status | undefined;
  /** It is about this document, though nothing changes. */
  readonly note: () => void;
  /** It cannot be done to this document; nothing is, to none. */
  readonly stuck: (why: string) => void;
}

/** A change of the values of a version, or of a component wherever it stands; the same object where nothing changes. */
export interface ValuesEdit {
  /** The uid of the type or component, before. */
  readonly holder: string;
  readonly edit: (values: Values, seen: Seen) => Values;
}

/** What is known while documents are gone through. */
export interface Going extends Plan {
  /** Documents are gone through once more, for what servers of before wrote meanwhile. */
  readonly again: boolean;
  readonly now: Date;
  readonly defaultLocale: string;
  /** The next id of a version of the type. */
  readonly nextId: (type: ContentType) => Promise<number>;
  /** The document in other locales, as it stands; of a type as it is now. */
  readonly others: (document: Stored, type: ContentType) => Promise<readonly Stored[]>;
}

/** A change of a document as a whole, when its versions are changed already; the same object where nothing changes. */
export type DocumentEdit = (document: Stored, type: ContentType, going: Going, seen: Seen) => Stored | Promise<Stored>;

/** What is asked of all documents together: what stands in the way of a change, a line each. */
export type Obstacles<C> = (change: C, plan: Plan, db: Db) => Promise<readonly string[]>;

export interface Kind<C extends Change = Change> {
  readonly level: (change: C) => Level;
  /** What it means for documents, to go behind the name of the place. */
  readonly told: (change: C, plan: Plan) => string;
  readonly edits?: (change: C, plan: Plan, again: boolean) => readonly ValuesEdit[];
  readonly document?: (change: C) => DocumentEdit;
  readonly obstacles?: Obstacles<C>;
  /** Documents that it is about, beside those that it edits. */
  readonly count?: (change: C, plan: Plan, db: Db) => Promise<number>;
}

/** The change of a kind. */
export type Of<K extends Change['kind']> = Extract<Change, { readonly kind: K }>;

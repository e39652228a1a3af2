// What a query string asks for, checked against the schema and the caller: the value that lib/read/plan compiles.
import type {
  Component,
  ComponentAttribute,
  ContentType,
  DynamicZoneAttribute,
  MorphAttribute,
  RelationAttribute,
  ScalarAttribute,
  Status,
} from '../../schema/index.ts';
import type { Operand, Operator } from '../operators/index.ts';

export type { Operand, Operator };

/** One locale, where it is missing perhaps another; or all that there are. Types that are not localized ignore it. */
export type LocaleChoice = { readonly one: string; readonly fallback?: string } | { readonly all: readonly string[] };

/** How the versions of a document stand to each other; `-document` looks at all its locales. */
export const publications = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'never-published-document',
  'has-published-version-document',
  'published-without-draft',
  'published-with-draft',
] as const;
export type Publication = (typeof publications)[number];

export interface Comparison {
  readonly kind: 'compare';
  readonly attribute: ScalarAttribute;
  readonly operator: Operator;
  readonly negated: boolean;
  /** As many as the operator takes. */
  readonly operands: readonly Operand[];
}

/** Negations stand at the comparisons: reading pushes `$not` down to them. */
export type Filter =
  | Comparison
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  /** Some related document matches; where there is none, `where` is asked of a row of nulls. */
  | {
      readonly kind: 'related';
      readonly attribute: RelationAttribute;
      readonly target: ContentType;
      readonly where: Filter;
    }
  | {
      readonly kind: 'embedded';
      readonly attribute: ComponentAttribute;
      readonly component: Component;
      readonly where: Filter;
    }
  /** Asked of a component: it is there; negated: there is none. */
  | { readonly kind: 'there'; readonly negated: boolean }
  /** Some entry of the zone that is this component matches. */
  | {
      readonly kind: 'entry';
      readonly attribute: DynamicZoneAttribute;
      readonly component: Component;
      readonly where: Filter;
    }
  /** Asked of the value that stands at a path inside a JSON attribute. */
  | {
      readonly kind: 'inside';
      readonly path: readonly string[];
      readonly comparison: Comparison;
    }
  /** The text stands in one of the attributes. */
  | { readonly kind: 'search'; readonly text: string; readonly attributes: readonly ScalarAttribute[] }
  | {
      readonly kind: 'publication';
      readonly publication: Publication;
      readonly type: ContentType;
      /** All that there are. */
      readonly locales: readonly string[];
    }
  /** The document was made by the user with that documentId. */
  | { readonly kind: 'own'; readonly user: string };

export type RelatedFilter = Extract<Filter, { readonly kind: 'related' }>;
export type PublicationFilter = Extract<Filter, { readonly kind: 'publication' }>;

export type Direction = 'asc' | 'desc';

export interface SortKey {
  /** The relations and components on the way to the attribute, outermost first. */
  readonly through: readonly (RelationAttribute | ComponentAttribute)[];
  readonly attribute: ScalarAttribute;
  readonly direction: Direction;
}

interface PageCommon {
  /** Documents to answer at the most. */
  readonly limit: number;
  readonly withCount: boolean;
}

/** By number of page or of document: `start` documents are passed over. */
export interface NumberedPage extends PageCommon {
  readonly mode: 'page' | 'offset';
  readonly start: number;
}

/** Behind a row; undefined: the first page. */
export interface CursorPage extends PageCommon {
  readonly mode: 'cursor';
  readonly after: Cursor | undefined;
}

export type Page = NumberedPage | CursorPage;

/** A row as a place in an order: everything up to and including it has been answered. */
export interface Cursor {
  /** One a sort key; null where the row has none. */
  readonly values: readonly Operand[];
  /** The row's _id in hexadecimal. */
  readonly id: string;
}

/** What of a document (or component) is answered: scalars by name, and what stands or hangs below it. */
export interface Selection {
  readonly fields: readonly ScalarAttribute[];
  readonly populate: readonly Populate[];
}

/** Which of the related documents, or repeated components, and in what order; no sort: the editor's. */
export interface Subset {
  readonly filter: Filter | undefined;
  readonly sort: readonly SortKey[];
}

export interface PopulatedRelation extends Subset {
  readonly kind: 'relation';
  readonly attribute: RelationAttribute;
  readonly target: ContentType;
  /** Only how many there are. */
  readonly count: boolean;
  /** Related documents to pass over, and to answer at the most; undefined: all. */
  readonly start: number;
  readonly limit: number | undefined;
  readonly select: Selection;
}

/** What is answered of the parts of one kind; they stay in the order of the whole. */
export interface Part extends Subset {
  readonly select: Selection;
}

export interface PopulatedMorph {
  readonly kind: 'morph';
  readonly attribute: MorphAttribute;
  /** By target uid; what has no entry is left out. */
  readonly on: ReadonlyMap<string, Part>;
}

export interface PopulatedComponent extends Subset {
  readonly kind: 'component';
  readonly attribute: ComponentAttribute;
  readonly component: Component;
  /** Only how many there are. */
  readonly count: boolean;
  readonly select: Selection;
}

export interface PopulatedZone {
  readonly kind: 'zone';
  readonly attribute: DynamicZoneAttribute;
  /** By component uid; what has no entry is left out. */
  readonly on: ReadonlyMap<string, Part>;
}

/** What a relation leads to, as it stands in the document: named, and not looked up. */
export interface PopulatedLinks {
  readonly kind: 'links';
  readonly attribute: RelationAttribute | MorphAttribute;
  /** What targets are called, by their uid; what has no entry is left out. */
  readonly names: ReadonlyMap<string, string>;
}

/** The other locales of the document. */
export interface PopulatedLocalizations {
  readonly kind: 'localizations';
  /** All that there are. */
  readonly locales: readonly string[];
  readonly select: Selection;
}

export type Populate =
  PopulatedRelation | PopulatedMorph | PopulatedComponent | PopulatedZone | PopulatedLinks | PopulatedLocalizations;

/** Which documents are meant, on every level. */
export interface Versions {
  /** A type without drafts has one version only. */
  readonly status: Status;
  /** A type that is not localized has none. */
  readonly locale: LocaleChoice;
  /**
   * By the uid of their type: the documents that there are for the caller, where that is not all of them. What hangs on
   * relations to others is as though these were not there.
   */
  readonly visible: ReadonlyMap<string, Filter>;
  /** The locale that documents without one are within, whatever locale is read: the default. */
  readonly home: string;
}

/** How documents are written in the answer: Strapi 5's flat way, or Strapi 4's, nested in `data` and `attributes`. */
export type Format = 'flat' | 'nested';

export interface Query extends Versions {
  readonly format: Format;
  /** The document that is asked for is read as its draft, and what hangs below it as `status` says. */
  readonly preview?: true;
  readonly type: ContentType;
  /** Of the documents that are asked for, those that there are for the caller; undefined: all. */
  readonly within: Filter | undefined;
  /** The documents whose revision the answer may show: all, or those that match; undefined: none. */
  readonly revisionOf: true | Filter | undefined;
  readonly select: Selection;
  readonly filter: Filter | undefined;
  readonly sort: readonly SortKey[];
  readonly page: Page;
}

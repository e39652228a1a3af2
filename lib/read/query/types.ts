// The types of a checked query: the input of lib/read/plan.
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

/**
 * One locale, with a fallback for documents that lack it; or all locales, of which the query's filter may choose some.
 * Types that are not localized ignore it.
 */
export type LocaleChoice =
  | { readonly one: string; readonly fallback?: string }
  | { readonly all: readonly string[]; readonly filtered?: true };

/** How the draft and the published version of a document relate; `-document` considers all its locales. */
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

/** A condition on documents. Only comparisons carry negations: the reader pushes `$not` down to them. */
export type Filter =
  | Comparison
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  /** Some related document matches; without one, `where` is evaluated with every attribute null. */
  | {
      readonly kind: 'related';
      readonly attribute: RelationAttribute;
      readonly target: ContentType;
      readonly where: Filter;
      /** Reads the published versions of the targets, and of what these relate to, whatever the query reads. */
      readonly published?: true;
    }
  | {
      readonly kind: 'embedded';
      readonly attribute: ComponentAttribute;
      readonly component: Component;
      readonly where: Filter;
    }
  /** For a component: it is present, or, when negated, absent. */
  | { readonly kind: 'there'; readonly negated: boolean }
  /** Some entry of the zone that is this component matches. */
  | {
      readonly kind: 'entry';
      readonly attribute: DynamicZoneAttribute;
      readonly component: Component;
      readonly where: Filter;
    }
  /** Applies to the value at a path inside a JSON attribute. */
  | {
      readonly kind: 'inside';
      readonly path: readonly string[];
      readonly comparison: Comparison;
    }
  /** One of the attributes contains the text. */
  | { readonly kind: 'search'; readonly text: string; readonly attributes: readonly ScalarAttribute[] }
  | {
      readonly kind: 'publication';
      readonly publication: Publication;
      readonly type: ContentType;
      /** All locales of the project. */
      readonly locales: readonly string[];
    }
  /** The user with that documentId created the document. */
  | { readonly kind: 'own'; readonly user: string };

export type RelatedFilter = Extract<Filter, { readonly kind: 'related' }>;
export type PublicationFilter = Extract<Filter, { readonly kind: 'publication' }>;

export type Direction = 'asc' | 'desc';

export interface SortKey {
  /** The relations and components on the way to the attribute, outermost first. */
  readonly through: readonly (RelationAttribute | ComponentAttribute)[];
  readonly attribute: ScalarAttribute;
  readonly direction: Direction;
  /** Whether `b` comes between `A` and `C`. No index has this order. */
  readonly ignoresCase?: boolean;
}

interface PageBase {
  /** The maximum number of documents in the answer. */
  readonly limit: number;
  readonly withCount: boolean;
}

/** A page by number of page or of document: the answer skips `start` documents. */
export interface NumberedPage extends PageBase {
  readonly mode: 'page' | 'offset';
  readonly start: number;
}

/** A page that starts after a row; undefined: the first page. */
export interface CursorPage extends PageBase {
  readonly mode: 'cursor';
  readonly after: Cursor | undefined;
}

export type Page = NumberedPage | CursorPage;

/** A row's position in an order: the page starts after it. */
export interface Cursor {
  /** One for each sort key; null when the row has no value. */
  readonly values: readonly Operand[];
  /** The row's _id in hexadecimal; empty if the sort leaves no ties. */
  readonly id: string;
}

/** What the answer contains of a document or component: scalar attributes, and populated attributes. */
export interface Selection {
  readonly fields: readonly ScalarAttribute[];
  readonly populate: readonly Populate[];
}

/**
 * Which related documents or repeated components are answered, and in which order; without a sort, in the editor's
 * order.
 */
export interface Subset {
  readonly filter: Filter | undefined;
  readonly sort: readonly SortKey[];
}

/**
 * Whether the published versions of related documents are answered too. `instead`: of those whose drafts the caller may not
 * see; `only`: the caller may see no draft of the type.
 */
export type PublishedTargets = 'instead' | 'only';

export interface PopulatedRelation extends Subset {
  readonly kind: 'relation';
  readonly attribute: RelationAttribute;
  readonly target: ContentType;
  /** Only with `view=edit`. */
  readonly published?: PublishedTargets;
  /** Answers only the number of related documents. */
  readonly count: boolean;
  /** The number of related documents to skip, and the maximum number to answer; undefined: all. */
  readonly start: number;
  readonly limit: number | undefined;
  readonly select: Selection;
}

/** What is answered of one kind of part; parts keep their order in the document. */
export interface Part extends Subset {
  readonly select: Selection;
}

/** The documents of one type in a polymorphic relation. */
export interface MorphPart extends Part {
  /** Only with `view=edit`. */
  readonly published?: PublishedTargets;
}

export interface PopulatedMorph {
  readonly kind: 'morph';
  readonly attribute: MorphAttribute;
  /** By target uid; types without an entry are left out. */
  readonly on: ReadonlyMap<string, MorphPart>;
}

export interface PopulatedComponent extends Subset {
  readonly kind: 'component';
  readonly attribute: ComponentAttribute;
  readonly component: Component;
  /** Answers only the number of components. */
  readonly count: boolean;
  readonly select: Selection;
}

export interface PopulatedZone {
  readonly kind: 'zone';
  readonly attribute: DynamicZoneAttribute;
  /** By component uid; components without an entry are left out. */
  readonly on: ReadonlyMap<string, Part>;
}

/** The links that a document stores: each names its target, and nothing is looked up. */
export interface PopulatedLinks {
  readonly kind: 'links';
  readonly attribute: RelationAttribute | MorphAttribute;
  /** What links call a type, by its uid; types without an entry are left out. */
  readonly names: ReadonlyMap<string, string>;
}

/** The other locales of the document. */
export interface PopulatedLocalizations {
  readonly kind: 'localizations';
  /** All locales of the project. */
  readonly locales: readonly string[];
  readonly select: Selection;
}

export type Populate =
  | PopulatedRelation
  | PopulatedMorph
  | PopulatedComponent
  | PopulatedZone
  | PopulatedLinks
  | PopulatedLocalizations;

/** Which documents and versions a query reads, on every level. */
export interface Versions {
  /** Types without draft and publish have one version only. */
  readonly status: Status;
  /** Types that are not localized have none. */
  readonly locale: LocaleChoice;
  /**
   * By type uid: the filter for the documents that the caller may find, for types where that is not every document. A
   * link to any other document counts as absent.
   */
  readonly visible: ReadonlyMap<string, Filter>;
  /** The same for published versions, where the query answers them instead of drafts. */
  readonly visiblePublished?: ReadonlyMap<string, Filter>;
  /** The default locale: permission conditions on documents without a locale are evaluated in it. */
  readonly defaultLocale: string;
}

/** How documents are written in the answer: Strapi 5's flat way, or Strapi 4's, nested in `data` and `attributes`. */
export type Format = 'flat' | 'nested';

export interface Query extends Versions {
  readonly format: Format;
  /** A preview: the requested document is read as a draft, and related documents in the version `status`. */
  readonly preview?: true;
  /** The release after which published versions are read: `readingFuture` adapts the queries of the plan. */
  readonly release?: number;
  /** `view=edit`: the answer also has private attributes, and says who wrote documents and how their versions differ. */
  readonly editView?: true;
  /** The caller may not know who wrote a document. */
  readonly hidesPeople?: true;
  readonly type: ContentType;
  /** The text of `search`: only documents with its words, the best first if there is no `sort`. lib/search reads it. */
  readonly search?: string;
  /** The filter for the documents that the caller may read; undefined: all. */
  readonly permitted: Filter | undefined;
  /** The documents whose revision the answer shows: all, or those that match; undefined: none. */
  readonly revisionOf: true | Filter | undefined;
  readonly select: Selection;
  readonly filter: Filter | undefined;
  readonly sort: readonly SortKey[];
  readonly page: Page;
}

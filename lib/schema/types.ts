// The model of content types that all other code uses.
import type { ScalarType, ValueKind } from './attributeTypes.ts';
import type { JsonObject } from './jsonValues.ts';
import type { View } from './views/viewSchema.ts';

export type { ScalarType, ValueKind } from './attributeTypes.ts';

/** The two versions of a document. */
export type Status = 'draft' | 'published';

/** Actions on the versions of a document, as they appear in paths. */
export const transitions = ['publish', 'unpublish', 'discard-draft'] as const;
export type Transition = (typeof transitions)[number];

interface AttributeBase {
  readonly name: string;
  readonly required: boolean;
  /** No answer contains a private attribute, and filters, sort and fields do not know it. */
  readonly private: boolean;
  /** False: the bodies of callers cannot contain the attribute. It has no effect in components. */
  readonly writable?: false;
  /** False: all locales of a document share the value. Always false if the type is not localized. */
  readonly localized: boolean;
}

export interface ScalarAttribute extends AttributeBase {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly value: ValueKind;
  /** Always true for type uid. */
  readonly unique: boolean;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A string for biginteger. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly regex?: string;
  readonly enum?: readonly string[];
  /** `_q` does not search the attribute. */
  readonly searchable?: false;
  /** Only for type uid: the attribute that Lectern generates the value from. */
  readonly targetField?: string;
  /** A name of a user: if it is an address, only what is before the @ is known. */
  readonly isPersonName?: true;
  /** Only for attributes in `ContentType.computed`. */
  readonly computation?: Computation;
}

/** How project code computes the value of an attribute. */
export interface Computation {
  /** Names it in errors: `computed excerpt of api::article.article in extensions/articles.ts`. */
  readonly name: string;
  readonly from: readonly ComputedSource[];
  /** @param entry the attributes of `from`, as an answer has them */
  readonly value: (entry: Readonly<Record<string, unknown>>) => unknown;
}

/** An attribute that a value can be computed from. */
export type ComputedSource = ScalarAttribute | ComponentAttribute | DynamicZoneAttribute;

/**
 * A relation to documents of one type; its owning side stores the links. Media is a one-way relation to
 * plugin::upload.file. A morphOne or morphMany is the inverse side of a polymorphic relation.
 */
export interface RelationAttribute extends AttributeBase {
  readonly kind: 'relation';
  readonly type: 'relation' | 'media';
  readonly target: string;
  /** This side has a list of targets. */
  readonly many: boolean;
  /** Only one document may relate to a target: two-sided oneToOne and oneToMany. */
  readonly exclusive: boolean;
  readonly side: RelationSide;
  /** Only for media: images, videos, audios, files. */
  readonly allowedTypes?: readonly string[];
  /** The bounds of the list, if the type declares them; a repeated link counts each time. */
  readonly min?: number;
  readonly max?: number;
}

export type RelationSide =
  /** The owning side stores `{to, at}`; inversedBy names the target's attribute of the inverse side, if there is one. */
  | { readonly holds: 'links'; readonly inversedBy?: string }
  /** The inverse side of the target's attribute `mappedBy`; polymorphic: that attribute is a morph. */
  | { readonly holds: 'nothing'; readonly mappedBy: string; readonly polymorphic: boolean };

/** An attribute whose links its own documents store. */
export type LinkAttribute =
  | MorphAttribute
  | (RelationAttribute & { readonly side: Extract<RelationSide, { readonly holds: 'links' }> });

/** morphToOne, morphToMany: a relation to documents of any type, stored as `{to, type, at}`. */
export interface MorphAttribute extends AttributeBase {
  readonly kind: 'morph';
  readonly type: 'relation';
  readonly many: boolean;
}

export interface ComponentAttribute extends AttributeBase {
  readonly kind: 'component';
  readonly type: 'component';
  readonly component: string;
  readonly repeatable: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface DynamicZoneAttribute extends AttributeBase {
  readonly kind: 'dynamiczone';
  readonly type: 'dynamiczone';
  readonly components: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

export type Attribute =
  | ScalarAttribute
  | RelationAttribute
  | MorphAttribute
  | ComponentAttribute
  | DynamicZoneAttribute;

export type Attributes = ReadonlyMap<string, Attribute>;

/** A key of a declared index: the path to a scalar, or to the owning side of a relation. */
export interface IndexKey {
  readonly path: readonly Attribute[];
  readonly descending: boolean;
}

/** The stages that drafts of a type go through, in order. */
export interface Review {
  readonly stages: readonly string[];
  /** The only stage from which drafts can be published; undefined: any. */
  readonly publishFrom?: string;
  /** The stage into which a change puts a draft that was approved further; undefined: the last before it that its author may set. */
  readonly returnTo?: string;
}

/** What reads populate by default, as JSON in any form of the query parameter. Single types have `find` only. */
export interface DefaultPopulate {
  readonly find?: unknown;
  readonly findOne?: unknown;
}

export interface ContentType {
  /** `api::article.article`, `plugin::upload.file`. */
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
  readonly displayName: string;
  readonly collectionName: string;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: Attributes;
  /** The names in `options.privateAttributes` that are no attributes of the type: as its private attributes, only `view=edit` knows them. */
  readonly privateSystem?: readonly string[];
  /** `options.populateCreatorFields`: answers can contain who created and changed a document. */
  readonly creators?: true;
  /** The attributes that project code computes when a document is read. No document stores them, and no body has them. */
  readonly computed?: ReadonlyMap<string, ScalarAttribute>;
  /** `options.indexes`: indexes beside those that every type has. */
  readonly indexes: readonly (readonly IndexKey[])[];
  /** `options.populate`: what a read populates if its query does not say. */
  readonly defaultPopulate?: DefaultPopulate;
  /** `options.populateMode`: reads populate this whatever their query says. Undefined: `default`. */
  readonly populateMode?: 'always';
  /** `options.history`: false if no versions of its documents are kept. */
  readonly history?: false;
  /** `options.search`: the weights, from 1 to 100, of the attributes that visitors search; see `searchedAttributes`. */
  readonly search?: Readonly<Record<string, number>>;
  /** `options.review`; undefined: drafts have no stages. */
  readonly review?: Review;
}

export interface Component {
  /** `shared.seo`. */
  readonly uid: string;
  readonly displayName: string;
  readonly attributes: Attributes;
}

export interface Schema {
  /** All types by uid, including the built-in ones (users, roles, files). */
  readonly types: ReadonlyMap<string, ContentType>;
  readonly components: ReadonlyMap<string, Component>;
  /** The types served under `/api/<name>`: collection types by plural name, single types by singular name. */
  readonly served: ReadonlyMap<string, ContentType>;
  /** The files that the schema was read from; undefined in a Lambda function, whose bundle contains none. */
  readonly source?: SchemaSource;
}

export interface SchemaSource {
  /** The files of the folder by the uid that each declares, also those that extend a built-in type. */
  readonly files: ReadonlyMap<string, DeclaredFile>;
  /** The views by the uid of their type or component. */
  readonly views: ReadonlyMap<string, DeclaredView>;
  /** What Lectern can serve, but reads differently than it is written. */
  readonly warnings: readonly Fault[];
}

/** A schema file, as it was written. */
export interface DeclaredFile {
  /** Its path in the folder. */
  readonly file: string;
  readonly json: JsonObject;
}

/** A view file, with a valid form. */
export interface DeclaredView {
  /** Its path in the folder. */
  readonly file: string;
  readonly view: View;
}

/** A fault in a file of the site: where it is, what it is, and what to write instead. */
export interface Fault {
  /** Relative to the folder: `article.json`, `components/shared/seo.json`. */
  readonly file: string;
  /** The path in the file, with dots: `attributes.category.target`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

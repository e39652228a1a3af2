// The model of content that every other folder is written against.

/** How a scalar is stored, compared and checked; several attribute types share one. */
export type ValueKind =
  'text' | 'integer' | 'biginteger' | 'number' | 'boolean' | 'date' | 'time' | 'datetime' | 'json' | 'blocks';

/** The two versions of a document. */
export type Status = 'draft' | 'published';

/** What can be done with the versions of a document, as paths name it. */
export const transitions = ['publish', 'unpublish', 'discard-draft'] as const;
export type Transition = (typeof transitions)[number];

export type ScalarType =
  | 'string'
  | 'text'
  | 'richtext'
  | 'blocks'
  | 'email'
  | 'password'
  | 'uid'
  | 'integer'
  | 'biginteger'
  | 'float'
  | 'decimal'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'boolean'
  | 'enumeration'
  | 'json';

interface AttributeCommon {
  readonly name: string;
  readonly required: boolean;
  /** Never in an answer, and unknown to filters, sort and fields. */
  readonly private: boolean;
  /** False: shared by all locales of the document. Always false where the type is not localized. */
  readonly localized: boolean;
}

export interface ScalarAttribute extends AttributeCommon {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly value: ValueKind;
  /** Always true for a uid. */
  readonly unique: boolean;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A string for biginteger. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly regex?: string;
  readonly enum?: readonly string[];
  /** uid only: the attribute a free slug is made from. */
  readonly targetField?: string;
}

/**
 * A link to documents of one type, kept on its owning side. Media is such a link too: one-way, to plugin::upload.file.
 * A morphOne or morphMany is an inverse side whose owner is polymorphic.
 */
export interface RelationAttribute extends AttributeCommon {
  readonly kind: 'relation';
  readonly type: 'relation' | 'media';
  readonly target: string;
  /** This side holds a list. */
  readonly many: boolean;
  /** A target may be held by one document only: oneToOne and oneToMany, where both sides are known. */
  readonly exclusive: boolean;
  readonly side: RelationSide;
  /** Media only: images, videos, audios, files. */
  readonly allowedTypes?: readonly string[];
  /** Repeated links are counted: bounds of a list, where the type declares them. */
  readonly min?: number;
  readonly max?: number;
}

export type RelationSide =
  /** Holds `{to, at}`; inversedBy names the attribute of the target that shows it, if any. */
  | { readonly holds: 'links'; readonly inversedBy?: string }
  /** Shows the links that the target's attribute `mappedBy` holds; polymorphic: that attribute is a morph. */
  | { readonly holds: 'nothing'; readonly mappedBy: string; readonly polymorphic: boolean };

/** morphToOne, morphToMany: a link to documents of any type, `{to, type, at}`. */
export interface MorphAttribute extends AttributeCommon {
  readonly kind: 'morph';
  readonly type: 'relation';
  readonly many: boolean;
}

export interface ComponentAttribute extends AttributeCommon {
  readonly kind: 'component';
  readonly type: 'component';
  readonly component: string;
  readonly repeatable: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface DynamicZoneAttribute extends AttributeCommon {
  readonly kind: 'dynamiczone';
  readonly type: 'dynamiczone';
  readonly components: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

export type Attribute =
  ScalarAttribute | RelationAttribute | MorphAttribute | ComponentAttribute | DynamicZoneAttribute;

export type Attributes = ReadonlyMap<string, Attribute>;

/** One part of a declared index: the way to a scalar, or to a relation that keeps links. */
export interface IndexKey {
  readonly path: readonly Attribute[];
  readonly descending: boolean;
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
  /** `options.indexes`: what the type's queries need beside the indexes every type has. */
  readonly indexes: readonly (readonly IndexKey[])[];
}

export interface Component {
  /** `shared.seo`. */
  readonly uid: string;
  readonly displayName: string;
  readonly attributes: Attributes;
}

export interface Schema {
  /** Every type by uid, the built-in ones (users, roles, files) among them. */
  readonly types: ReadonlyMap<string, ContentType>;
  readonly components: ReadonlyMap<string, Component>;
  /** The types served under `/api/<name>`: collection types by plural name, single types by singular name. */
  readonly served: ReadonlyMap<string, ContentType>;
}

/** One thing wrong in the content-types folder: where, what, and what to write instead. */
export interface Fault {
  /** Relative to the folder: `article.json`, `components/shared/seo.json`. */
  readonly file: string;
  /** Inside the file, dotted: `attributes.category.target`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

// The editor's model of the content types, made from the answers of the content-type builder.
import type { AttributeTypeName as AttributeType } from '../../../lib/schema/attributeTypes.ts';

/** An attribute as the content-type builder describes it; `type` decides which other keys it has. */
export interface Attribute {
  readonly type: AttributeType;
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly private?: boolean;
  readonly default?: unknown;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
  readonly enum?: readonly string[];
  /** Of a uid: the attribute that it is suggested from. */
  readonly targetField?: string;
  /** Of media and components. */
  readonly multiple?: boolean;
  readonly repeatable?: boolean;
  readonly allowedTypes?: readonly string[];
  readonly component?: string;
  /** Of a dynamic zone. */
  readonly components?: readonly string[];
  readonly relation?: string;
  readonly target?: string;
  readonly inversedBy?: string;
  readonly mappedBy?: string;
  /** The name of a field that a project or a plugin of Strapi brings: `global::color`. */
  readonly customField?: string;
  /** False: the API computes it. */
  readonly writable?: boolean;
  readonly computed?: boolean;
  readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
  /** What the view says of the field, in the language of the page. Read it with `attributeLabel`. */
  readonly label?: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** Of the 12 columns of the form; 12 if undefined. */
  readonly width?: number;
  /** False: the view keeps people from changing the value. */
  readonly editable?: boolean;
  /** The field of the title of a document, which is large and without a frame. */
  readonly isTitle?: true;
}

export type { AttributeType };

export type Attributes = Readonly<Record<string, Attribute>>;

export interface DescribedType {
  readonly uid: string;
  readonly plugin?: string;
  readonly schema: {
    readonly kind: 'collectionType' | 'singleType';
    readonly displayName: string;
    readonly singularName: string;
    readonly pluralName: string;
    readonly description?: string;
    /** Its name in Strapi. */
    readonly icon?: string;
    readonly draftAndPublish?: boolean;
    /** As its file declares it. */
    readonly review?: readonly string[] | { readonly stages: readonly string[]; readonly publishFrom?: string };
    readonly visible?: boolean;
    readonly privateAttributes?: readonly string[];
    readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
    readonly attributes: Attributes;
  };
}

export interface DescribedComponent {
  readonly uid: string;
  readonly category: string;
  readonly schema: {
    readonly displayName: string;
    readonly description?: string;
    readonly icon?: string;
    readonly attributes: Attributes;
  };
}

/** Fields that are together. */
export interface FormSection {
  readonly label?: string;
  /** At least one. */
  readonly attributes: readonly string[];
}

export interface FormTab {
  readonly label: string;
  readonly sections: readonly FormSection[];
}

/** The form of a document: the sections above the tabs, or all of them, and those at the side in wide windows. */
export interface FormLayout {
  readonly sections: readonly FormSection[];
  readonly tabs: readonly FormTab[];
  readonly side: readonly FormSection[];
}

export interface ListLayout {
  /** The names of the columns after the title and the status. */
  readonly columns: readonly string[];
  /** Such as `publishedOn:desc`; undefined: what was changed last comes first. */
  readonly sort?: string;
  readonly pageSize: number;
  /** The attribute whose picture is before the title. */
  readonly picture?: string;
}

export interface ContentType {
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  /** The name in the paths of the API and of the editor: the plural of a collection, the singular of a single type. */
  readonly name: string;
  /** One document, in the language of the page. */
  readonly displayName: string;
  /** What its list is called, in the language of the page. A single type has its display name. */
  readonly plural: string;
  readonly description: string;
  /** The name of its icon in Strapi. */
  readonly icon?: string;
  /** The part of the navigation that the type is in. */
  readonly group?: string;
  /** False: the navigation does not have the type. */
  readonly visible: boolean;
  readonly draftAndPublish: boolean;
  /** The stages of its drafts, in order; undefined: they have none. */
  readonly stages?: readonly string[];
  /** The only one from which drafts can be published; undefined: any. */
  readonly publishFrom?: string;
  readonly localized: boolean;
  readonly attributes: Attributes;
  /** Values of every document, such as `updatedAt`, that are private: only answers with `view=edit` have them. */
  readonly privateSystem?: readonly string[];
  /** The attribute that names a document in lists and links: its title. `documentId` if there is none. */
  readonly mainAttribute: string;
  readonly form: FormLayout;
  readonly list: ListLayout;
}

export interface Component {
  readonly uid: string;
  readonly category: string;
  readonly displayName: string;
  readonly description: string;
  readonly icon?: string;
  /** A picture of what it looks like on the site: a name or a path for `configuredPictureUrl`. */
  readonly preview?: string;
  readonly attributes: Attributes;
  readonly form: readonly FormSection[];
  /** The attribute that names an entry when it is collapsed; undefined if there is none. */
  readonly mainAttribute: string | undefined;
}

/** What the API answers to one query: levels, and relations, files and components. */
export interface PopulateLimits {
  readonly maxDepth: number;
  readonly maxPopulated: number;
}

export interface EditorSchema {
  /** The site's own types, by uid, in the order of their names; without users, roles and files. */
  readonly types: ReadonlyMap<string, ContentType>;
  readonly components: ReadonlyMap<string, Component>;
  /**
   * All described types by uid as targets of relations, also those of users and files: without private attributes, which no
   * answer contains of a related document.
   */
  readonly targets: ReadonlyMap<string, ContentType>;
  readonly limits: PopulateLimits;
}

/** The status of a document with drafts. `modified`: it is published, and its draft differs. */
export type Status = 'draft' | 'modified' | 'published';

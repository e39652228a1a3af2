// The lines of an archive of `strapi export`, one JSON value each.

/** `metadata.json`. */
export interface ArchiveMetadata {
  readonly createdAt?: string;
  readonly strapi: { readonly version: string };
}

/** A type or component as Strapi has it in memory, with the attributes that it adds itself (`schemas/…`). */
export interface ArchiveSchema {
  readonly uid: string;
  readonly modelType: 'contentType' | 'component';
  /** The category of a component is the first part of its uid. */
  readonly modelName: string;
  readonly globalId?: string;
  readonly kind?: 'collectionType' | 'singleType';
  readonly collectionName: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly pluginOptions?: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A row: one version of a document in one locale, with its components and without its relations (`entities/…`). */
export interface ArchiveEntity {
  readonly type: string;
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One end of a link: a row, or a component inside one. */
export interface ArchiveLinkEnd {
  readonly type: string;
  /** Strapi 5 has a documentId here for the relations that it adds itself, such as `localizations`. */
  readonly ref: number | string;
  readonly field?: string | null;
  /** The position of the other end in the list of this end. Of a polymorphic link only the right end has one. */
  readonly pos?: number | null;
}

/**
 * A link between two rows (`links/…`). The left end owns the relation, also for files: there the left end is the file, and
 * the right one names the media attribute.
 */
export interface ArchiveLink {
  readonly kind: 'relation.basic' | 'relation.circular' | 'relation.morph';
  readonly relation: string;
  readonly left: ArchiveLinkEnd;
  readonly right: ArchiveLinkEnd;
}

/** A setting of the core store, or a webhook (`configuration/…`). */
export interface ArchiveConfiguration {
  readonly type: 'core-store' | 'webhook';
  readonly value: Readonly<Record<string, unknown>>;
}

/** The uids of the types. */
export const strapiUids = {
  permission: 'plugin::users-permissions.permission',
  locale: 'plugin::i18n.locale',
  folder: 'plugin::upload.folder',
} as const;

/** The key of the setting that names the default locale. */
export const defaultLocaleKey = 'plugin_i18n_default_locale';

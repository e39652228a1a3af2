// The forms of locales in answers and in the database.

/** A locale in an answer. */
export interface Locale {
  readonly id: number;
  readonly documentId: string;
  readonly name: string | null;
  /** A BCP 47 tag, such as `fr` or `pt-BR`; it never changes. */
  readonly code: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly publishedAt: Date;
  /** True for exactly one locale. */
  readonly isDefault: boolean;
}

/** A stored locale; its `_id` is the code. */
export type StoredLocale = Omit<Locale, 'code'> & {
  readonly _id: string;
  /** On a deleted locale: it is no longer listed, and is removed when no process can write documents in it. */
  readonly deletedAt?: Date;
};

export const toLocale = ({ _id: code, id, documentId, name, createdAt, ...rest }: StoredLocale): Locale => ({
  ...{ id, documentId, name, code, createdAt },
  updatedAt: rest.updatedAt,
  publishedAt: rest.publishedAt,
  isDefault: rest.isDefault,
});

/** The filter for locales that are not deleted. */
export const livingLocaleFilter = { deletedAt: { $exists: false } } as const;

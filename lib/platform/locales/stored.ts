// Locales as they are answered, and as they are stored.

/** A locale as it is answered. */
export interface Locale {
  readonly id: number;
  readonly documentId: string;
  readonly name: string | null;
  /** A BCP 47 tag, such as `fr` or `pt-BR`; it never changes. */
  readonly code: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly publishedAt: Date;
  /** Of exactly one. */
  readonly isDefault: boolean;
}

/** As it is stored: the code is its identity. */
export type StoredLocale = Omit<Locale, 'code'> & {
  readonly _id: string;
  /** It is offered no more, and goes when nobody can be writing documents in it. */
  readonly deletedAt?: Date;
};

export const answered = ({ _id: code, id, documentId, name, createdAt, ...rest }: StoredLocale): Locale => ({
  ...{ id, documentId, name, code, createdAt },
  updatedAt: rest.updatedAt,
  publishedAt: rest.publishedAt,
  isDefault: rest.isDefault,
});

/** The filter for those that are offered. */
export const offered = { deletedAt: { $exists: false } } as const;

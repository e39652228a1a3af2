// The figures that Lectern works by, in one place.

export const config = {
  /** Documents on a page when the query does not say, and at the most; as Strapi's `api.rest`. */
  page: { defaultLimit: 25, maxLimit: 100, withCount: true },
  /** The locale that there is before any other is made. */
  defaultLocale: 'en',
  /** Bytes of an answer; more is refused: it is what Lambda can return, with room for what wraps it. */
  maxResponseBytes: 5_000_000,
  /** Bytes of a request body; more is 413. */
  maxBodyBytes: 1024 * 1024,
} as const;

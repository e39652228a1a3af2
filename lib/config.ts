// The figures that Lectern works by, in one place.

export const config = {
  /** Documents on a page when the query does not say, and at the most; as Strapi's `api.rest`. */
  page: { defaultLimit: 25, maxLimit: 100, withCount: true },
  defaultLocale: 'en',
  /** Bytes of an answer; more is refused: it is what Lambda can return, with room for what wraps it. */
  maxResponseBytes: 5_000_000,
  /** Bytes of a request body; more is 413. */
  maxBodyBytes: 1024 * 1024,
  /** Entries of a bulk request, and how long they may be begun: the last needs its part of the 25 s that a function has. */
  bulk: { maxEntries: 500, beginMs: 20_000 },
} as const;

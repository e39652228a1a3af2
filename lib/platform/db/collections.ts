// The names of Lectern's own collections, beside those of the content types. They are computed, because every function contains them.
const keys = [
  'tokens',
  'sequences',
  'idempotency',
  'locales',
  'folders',
  'attempts',
  'sessions',
  'knownDevices',
  'scimUsers',
  'scimGroups',
  'factors',
  'challenges',
  'identities',
  'providerLogins',
  'schema',
  'webhooks',
  'receivers',
  'deliveries',
  'presence',
  'listViews',
  'leases',
  'versions',
  'versionValues',
  'versionSchemas',
  'audit',
  'totals',
  'releases',
  'releaseActions',
  'comments',
  'reviewNotices',
  'removedLinks',
  'fileMoves',
  'searchIndexes',
  'searchDocuments',
  'searchPostings',
  'searchWords',
  'searchWaiting',
  'searchPostponed',
  'purges',
  'imports',
  'importedIds',
] as const;

type Key = (typeof keys)[number];

/** `providerLogins` is stored in `lectern_provider_logins`. */
const nameOf = (key: Key): string => `lectern_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

export const collections = Object.fromEntries(keys.map((key) => [key, nameOf(key)])) as Readonly<Record<Key, string>>;

/** Those of `lib/bulkJobs`, apart from the others: functions of content do not contain them. */
export const bulkCollections = { jobs: 'lectern_bulk_jobs', items: 'lectern_bulk_items' } as const;

/** The documents of GraphQL that clients name by their hash, apart from the others for the same reason. */
export const persistedQueries = 'lectern_persisted_queries';

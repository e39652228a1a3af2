// The names of Lectern's own collections, beside those of the content types.
export const collections = {
  tokens: 'lectern_tokens',
  sequences: 'lectern_sequences',
  idempotency: 'lectern_idempotency',
  locales: 'lectern_locales',
  folders: 'lectern_folders',
  attempts: 'lectern_attempts',
  sessions: 'lectern_sessions',
  schema: 'lectern_schema',
  webhooks: 'lectern_webhooks',
  receivers: 'lectern_receivers',
  deliveries: 'lectern_deliveries',
  presence: 'lectern_presence',
  leases: 'lectern_leases',
  totals: 'lectern_totals',
  imports: 'lectern_imports',
  importedIds: 'lectern_imported_ids',
} as const;

/**
 * What a backup has of these collections: a group that `--only` and `--without` can name, what every backup needs, or
 * nothing. Nothing of what runs: whoever restores must not be sent what the old site sent already.
 */
export const backupGroups: Readonly<
  Record<keyof typeof collections, 'tokens' | 'locales' | 'files' | 'webhooks' | 'always' | 'never'>
> = {
  tokens: 'tokens',
  sequences: 'always',
  idempotency: 'never',
  locales: 'locales',
  folders: 'files',
  attempts: 'never',
  sessions: 'never',
  schema: 'always',
  webhooks: 'webhooks',
  receivers: 'never',
  deliveries: 'never',
  presence: 'never',
  leases: 'never',
  totals: 'never',
  imports: 'never',
  importedIds: 'always',
};

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

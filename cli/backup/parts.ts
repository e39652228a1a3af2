// The parts of a backup: the collections of content types, and of Lectern's own those that a backup has.
import { collections } from '../../lib/platform/db/index.ts';
import { builtInUids, type Schema } from '../../lib/schema/index.ts';

export interface Part {
  /** The uid of a content type, or the name of one of Lectern's own collections. */
  readonly name: string;
  /** What `--only` and `--without` can name beside uids; `always`: every backup has the part. */
  readonly group: string;
}

export interface StoredPart extends Part {
  readonly collection: string;
}

const typeGroups: Readonly<Record<string, string>> = {
  [builtInUids.user]: 'users',
  [builtInUids.role]: 'roles',
  [builtInUids.file]: 'files',
};

/** The groups of Lectern's own collections. Nothing of what runs: a restored site must not send again what the old one sent. */
const ownGroups: Readonly<
  Record<
    keyof typeof collections,
    | 'users'
    | 'tokens'
    | 'locales'
    | 'files'
    | 'webhooks'
    | 'history'
    | 'audit'
    | 'releases'
    | 'comments'
    | 'always'
    | 'never'
  >
> = {
  tokens: 'tokens',
  sequences: 'always',
  idempotency: 'never',
  locales: 'locales',
  folders: 'files',
  attempts: 'never',
  sessions: 'never',
  factors: 'users',
  challenges: 'never',
  identities: 'users',
  providerLogins: 'never',
  knownDevices: 'never',
  scimUsers: 'users',
  scimGroups: 'users',
  schema: 'always',
  webhooks: 'webhooks',
  receivers: 'never',
  deliveries: 'never',
  presence: 'never',
  listViews: 'users',
  leases: 'never',
  versions: 'history',
  versionValues: 'history',
  versionSchemas: 'history',
  audit: 'audit',
  totals: 'never',
  releases: 'releases',
  releaseActions: 'releases',
  comments: 'comments',
  reviewNotices: 'never',
  removedLinks: 'always',
  fileMoves: 'never',
  searchIndexes: 'never',
  searchDocuments: 'never',
  searchPostings: 'never',
  searchWords: 'never',
  searchWaiting: 'never',
  searchPostponed: 'never',
  purges: 'never',
  imports: 'never',
  importedIds: 'always',
};

export const partsOf = (schema: Schema): readonly StoredPart[] => [
  ...[...schema.types.values()].map(({ uid, collectionName }) => ({
    ...{ name: uid, group: typeGroups[uid] ?? 'content' },
    collection: collectionName,
  })),
  ...Object.entries(ownGroups).flatMap(([key, group]) => {
    const collection = collections[key as keyof typeof collections]; // the table has the same keys
    return group === 'never' ? [] : [{ name: collection, group, collection }];
  }),
];

/** Uids and groups. */
export interface Selection {
  /** Nothing else; undefined: everything. */
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

const isNamed = ({ name, group }: Part, names: readonly string[]): boolean =>
  names.includes(name) || names.includes(group);

/** @throws Error for a name that no part has */
export const selectParts = <P extends Part>(parts: readonly P[], { only, without = [] }: Selection): readonly P[] => {
  const groups = [...new Set(parts.map(({ group }) => group))].filter((group) => group !== 'always');
  const unknown = [...(only ?? []), ...without].find(
    (name) => !groups.includes(name) && !parts.some((part) => part.name === name),
  );
  if (unknown !== undefined)
    throw new Error(
      `${unknown} is neither a content type, such as api::article.article, nor one of ${groups.join(', ')}`,
    );
  return parts.filter(
    (part) => part.group === 'always' || ((only === undefined || isNamed(part, only)) && !isNamed(part, without)),
  );
};

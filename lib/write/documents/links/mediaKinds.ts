// Checks the `allowedTypes` of media attributes.
import type { InvalidValue } from '../../../errors.ts';
import { typeOf, type Schema } from '../../../schema/index.ts';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';
import type { TargetReference } from '../lifecycle/applyInput.ts';
import type { FindTarget } from './applyLinks.ts';

/** `images`, `videos` or `audios`, by the first part of the MIME type; `files` for any other. */
export const mediaKindOf = (mime: unknown): string => {
  const [, kind] = /^(image|video|audio)\//.exec(String(mime)) ?? [];
  return kind === undefined ? 'files' : `${kind}s`;
};

/**
 * @param named existing files in attributes that allow only some kinds
 * @returns errors for files of other kinds
 */
export const wrongMediaKinds = async (
  { db, options }: Transaction,
  schema: Schema,
  named: readonly TargetReference[],
  find: FindTarget,
): Promise<readonly InvalidValue[]> => {
  const [first] = named;
  if (first === undefined) return [];
  const ids = named.flatMap(({ uid, ref }) => find(uid, ref) ?? []);
  const found = await db
    .collection<StoredDocument>(typeOf(schema, first.uid).collectionName)
    .find(
      { documentId: { $in: ids }, published: { $exists: true } },
      { ...options, projection: { documentId: 1, 'published.mime': 1 } },
    )
    .toArray();
  const kinds = new Map(found.map(({ documentId, published }) => [documentId, mediaKindOf(published?.mime)]));
  return named.flatMap(({ uid, ref, path, allowed = [] }) => {
    const kind = kinds.get(find(uid, ref) ?? '') ?? 'files';
    if (allowed.includes(kind)) return [];
    const message = `${path.join('.')} accepts ${allowed.join(', ')}, not ${kind}`;
    return [{ path, message, value: ref.documentId ?? ref.id }];
  });
};

// The kinds of media that an attribute takes: its `allowedTypes`.
import type { InvalidValue } from '../../../errors.ts';
import { typeOf, type Schema } from '../../../schema/index.ts';
import type { Stored, Unit } from '../../../platform/db/index.ts';
import type { NamedTarget } from '../lifecycle/edit.ts';
import type { FindTarget } from './links.ts';

/** `images`, `videos`, `audios` by what a type begins with; all else are `files`. */
export const kindOf = (mime: unknown): string => {
  const [, kind] = /^(image|video|audio)\//.exec(String(mime)) ?? [];
  return kind === undefined ? 'files' : `${kind}s`;
};

/**
 * @param named files that are there, where only some kinds may stand
 * @returns those that may not
 */
export const otherKinds = async (
  { db, options }: Unit,
  schema: Schema,
  named: readonly NamedTarget[],
  find: FindTarget,
): Promise<readonly InvalidValue[]> => {
  const [first] = named;
  if (first === undefined) return [];
  const ids = named.flatMap(({ uid, ref }) => find(uid, ref) ?? []);
  const found = await db
    .collection<Stored>(typeOf(schema, first.uid).collectionName)
    .find(
      { documentId: { $in: ids }, published: { $exists: true } },
      { ...options, projection: { documentId: 1, 'published.mime': 1 } },
    )
    .toArray();
  const kinds = new Map(found.map(({ documentId, published }) => [documentId, kindOf(published?.mime)]));
  return named.flatMap(({ uid, ref, path, allowed = [] }) => {
    const kind = kinds.get(find(uid, ref) ?? '') ?? 'files';
    if (allowed.includes(kind)) return [];
    const message = `${path.join('.')} takes ${allowed.join(', ')}, and this is of ${kind}`;
    return [{ path, message, value: ref.documentId ?? ref.id }];
  });
};

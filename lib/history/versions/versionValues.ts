// Reads the values of a version: as they are stored, and as plain data for the caller.
import { documentNotFound } from '../../errors.ts';
import { fillComponentIds, placesIn, standaloneOperations } from '../../platform/db/index.ts';
import type { Query } from '../../read/query/index.ts';
import { editedVersion, type Status } from '../../schema/index.ts';
import { plainValues, type PlainOptions, type PlainValues } from './versionAsBody.ts';
import type { ReadableVersion, VersionContext } from './versionContext.ts';
import { readVersionAttributes, type StoredValues } from './versionSchema.ts';

/** The draft of a type without drafts is its only version. */
export const storedStatus = ({ type }: VersionContext, { status }: Query): Status =>
  status === 'draft' ? editedVersion(type) : status;

/**
 * @param query its status says which values: of the draft, or what was published
 * @throws ApiError 404 if the relay has moved the version, and if it was not published
 */
export const readStoredValues = async (
  context: VersionContext,
  { version, source: { collection, match, stages } }: ReadableVersion,
  query: Query,
): Promise<StoredValues> => {
  const { service, type, key } = context;
  const db = await service.database.get();
  const [row] = await db
    .collection(collection)
    .aggregate<Partial<Pick<StoredValues, 'stored'>>>(
      [{ $match: match }, ...stages, { $project: { _id: 0, stored: `$${storedStatus(context, query)}` } }],
      { useBigInt64: true },
    )
    .toArray();
  if (row?.stored === undefined) throw documentNotFound();
  return {
    stored: fillComponentIds(service.schema, type.attributes, row.stored, placesIn(key)),
    before: await readVersionAttributes(db, service.schema, type, version),
  };
};

/** What a caller sees of a version. */
const optionsFor = ({ editView }: Query): PlainOptions => ({
  isLeftOut: (attribute) => attribute.private && editView !== true,
  seesPrivate: editView === true,
});

/** What a caller sees of the values of a version, as plain data. Throws as `readStoredValues`. */
export const readPlainValues = async (
  context: VersionContext,
  found: ReadableVersion,
  query: Query,
): Promise<StoredValues & PlainValues> => {
  const values = await readStoredValues(context, found, query);
  const unit = await standaloneOperations(context.service.database);
  return { ...values, ...(await plainValues(context, values, optionsFor(query), unit)) };
};

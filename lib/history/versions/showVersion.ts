// Reads one version, in the form of an answer to a read of the document.
import { standaloneOperations } from '../../platform/db/index.ts';
import { checkOneLocale, readVersion, type DocumentAnswer, type VersionSource } from '../../read/execute/index.ts';
import { editedVersion, type Status } from '../../schema/index.ts';
import { describeVersions, type VersionAnswer } from './describeVersions.ts';
import { plainValues, type UnknownValue } from './plainValues.ts';
import { readVersionQuery, withVersion, type VersionContext } from './versionContext.ts';
import { changedForms, readVersionAttributes } from './versionSchema.ts';

export interface ShownVersion {
  readonly data: DocumentAnswer['data'];
  readonly meta: DocumentAnswer['meta'] & {
    readonly version: VersionAnswer;
    /** How many links have targets that no longer exist. */
    readonly missingCount: number;
    /** The values that the content type no longer takes, as far as the caller may see them. */
    readonly unknownAttributes: readonly UnknownValue[];
  };
}

/** Reads the values of a version as they are stored. */
export const readValues = async (
  { service }: VersionContext,
  { collection, match, stages }: VersionSource,
  status: Status,
): Promise<Readonly<Record<string, unknown>>> => {
  const unit = await standaloneOperations(service.database);
  const [row] = await unit.db
    .collection(collection)
    .aggregate<{ readonly values?: Readonly<Record<string, unknown>> }>(
      [{ $match: match }, ...stages, { $project: { _id: 0, values: `$${status}` } }],
      { useBigInt64: true },
    )
    .toArray();
  return row?.values ?? {};
};

/**
 * Reads a version.
 *
 * @param number as the path names it
 * @throws ApiError 404 if it does not exist for the caller, or was not published and `status=published` is requested; 400 and
 *   403 for the query
 */
export const showVersion = (context: VersionContext, number: string): Promise<ShownVersion> =>
  withVersion(context, number, async ({ version, source }) => {
    const { service, text, locales, key, type, timings } = context;
    const query = readVersionQuery(context, text, locales);
    checkOneLocale(query);
    const before = await readVersionAttributes(await service.database.get(), version);
    const paths = changedForms(service.schema, type, before);
    const removed = paths.flatMap((path) => [`draft.${path}`, `published.${path}`]);
    const readable = removed.length === 0 ? source : { ...source, stages: [...source.stages, { $unset: removed }] };
    const { data, meta } = await readVersion(service, query, key.documentId, readable, timings);
    const seesPrivate = query.editView === true;
    const status = query.status === 'draft' ? editedVersion(type) : query.status;
    const { unknown, missingCount } = await plainValues(context, await readValues(context, source, status), before, {
      isLeftOut: (attribute) => attribute.private && !seesPrivate,
      seesPrivate,
    });
    const [answer] = await describeVersions(context, [version]);
    return { data, meta: { ...meta, version: answer as VersionAnswer, missingCount, unknownAttributes: unknown } };
  });

// Reads one version, in the form of an answer to a read of the document.
import { checkOneLocale, readVersion, type DocumentAnswer } from '../../read/execute/index.ts';
import { describeVersion, type VersionAnswer } from './describeVersions.ts';
import { countMissing, type UnknownValue } from './versionAsBody.ts';
import { readVersionQuery, withVersion, type VersionContext } from './versionContext.ts';
import { readableValues } from './versionSchema.ts';
import { readPlainValues, storedStatus } from './versionValues.ts';

export interface VersionDocument {
  readonly data: DocumentAnswer['data'];
  readonly meta: DocumentAnswer['meta'] & {
    readonly version: VersionAnswer;
    /** How many links have targets that no longer exist. */
    readonly missingCount: number;
    /** The values that the content type no longer takes, as far as the caller may see them. */
    readonly unknownAttributes: readonly UnknownValue[];
  };
}

/**
 * Reads a version.
 *
 * @param number as the path names it
 * @throws ApiError 404 if it does not exist for the caller, or was not published and `status=published` is requested; 400 and
 *   403 for the query
 */
export const showVersion = (context: VersionContext, number: string): Promise<VersionDocument> =>
  withVersion(context, number, async (found) => {
    const { service, text, locales, key, type, timings } = context;
    const query = readVersionQuery(context, text, locales);
    checkOneLocale(query);
    const values = await readPlainValues(context, found, query);
    const readable = readableValues(service.schema, type, values, query.editView === true);
    const { source } = found;
    const stages = [...source.stages, { $set: { [storedStatus(context, query)]: { $literal: readable } } }];
    const versionSource = readable === values.stored ? source : { ...source, stages };
    const { data, meta } = await readVersion(service, query, key.documentId, versionSource, timings);
    const version = await describeVersion(context, found.version);
    return {
      data,
      meta: { ...meta, version, missingCount: countMissing(values.missing), unknownAttributes: values.unknown },
    };
  });

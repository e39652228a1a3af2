// Compares two versions of a document, or one with the document, as far as the caller sees both.
import { invalid } from '../../errors.ts';
import { parseWholeNumber } from '../../platform/db/index.ts';
import { listVersions } from '../documentVersions.ts';
import { readParameter } from '../parameters.ts';
import { describeVersion, type VersionAnswer } from './describeVersions.ts';
import { diffValues, type Difference } from './diffValues.ts';
import { countMissing, type UnknownValue } from './plainValues.ts';
import { checkReadable, readVersionQuery, withVersion, type VersionContext } from './versionContext.ts';
import { readPlainValues } from './versionValues.ts';

/** One side of a comparison. */
interface ComparedSide {
  readonly version: VersionAnswer;
  readonly status: 'draft' | 'published' | null;
  readonly missingCount: number;
  readonly unknownAttributes: readonly UnknownValue[];
}

export interface Comparison {
  readonly data: readonly Difference[];
  readonly meta: { readonly from: ComparedSide; readonly to: ComparedSide };
}

type Side = 'from' | 'to';

/** Of the parameters, those that say what the caller sees. */
const parametersOf = (text: string, status: string | undefined): string => {
  const parameters = new URLSearchParams();
  for (const name of ['locale', 'view']) {
    const value = readParameter(text, name);
    if (value !== undefined) parameters.set(name, value);
  }
  if (status !== undefined) parameters.set('status', status);
  return parameters.toString();
};

const readSide = async (context: VersionContext, side: Side) => {
  const { service, text, key, type, locales } = context;
  const requested = readParameter(text, side) ?? (side === 'to' ? 'draft' : undefined);
  const isPresent = requested === 'draft' || requested === 'published';
  if (requested === undefined || !(isPresent || parseWholeNumber(requested) !== undefined))
    throw invalid(`Invalid ${side}: expected the number of a version, draft or published`, { path: side });
  const status = isPresent ? requested : readParameter(text, 'status');
  const query = readVersionQuery(context, parametersOf(text, status), locales);
  const [present] = isPresent ? await listVersions(await service.database.get(), key, 1) : [];
  const number = isPresent ? String(present?.revision ?? '') : requested;
  return withVersion(context, number, async (found) => {
    await checkReadable(context, query, found);
    const { values, missing, unknown } = await readPlainValues(context, found, query);
    const compared: ComparedSide = {
      version: await describeVersion(context, found.version),
      status: type.draftAndPublish ? query.status : null,
      missingCount: countMissing(missing),
      unknownAttributes: unknown,
    };
    return { values, compared };
  });
};

/**
 * Compares two versions, which the parameters `from` and `to` name: a number, or the present `draft` or `published` version.
 *
 * @throws ApiError 404 if one of them does not exist for the caller; 400 and 403 for the parameters
 */
export const compareVersions = async (context: VersionContext): Promise<Comparison> => {
  const { service, type } = context;
  const from = await readSide(context, 'from');
  const to = await readSide(context, 'to');
  return {
    data: diffValues(service.schema, type.attributes, from.values, to.values),
    meta: { from: from.compared, to: to.compared },
  };
};

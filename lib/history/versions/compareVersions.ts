// Compares two versions of a document, or one with the document, as far as the caller sees both.
import type { AnswerOf, OperationInput } from '../../contracts/index.ts';
import { invalid } from '../../errors.ts';
import { parseWholeNumber } from '../../platform/db/index.ts';
import { listVersions } from '../documentVersions.ts';
import type { versionContract } from './contract.ts';
import { describeVersion } from './describeVersions.ts';
import { diffValues } from './diffValues.ts';
import { countMissing } from './versionAsBody.ts';
import { checkReadable, readVersionQuery, withVersion, type VersionContext } from './versionContext.ts';
import { readPlainValues } from './versionValues.ts';

type Comparison = AnswerOf<typeof versionContract.operations.compareVersions>;

type ComparedSide = Comparison['meta']['from'];

/** The parameters of a comparison. */
type Compared = OperationInput<typeof versionContract, typeof versionContract.operations.compareVersions>['query'];

type Side = 'from' | 'to';

const readSide = async (context: VersionContext, side: Side, { locale, view, status, ...sides }: Compared) => {
  const { service, key, type, locales } = context;
  const requested = sides[side] ?? (side === 'to' ? 'draft' : undefined);
  const isPresent = requested === 'draft' || requested === 'published';
  if (requested === undefined || !(isPresent || parseWholeNumber(requested) !== undefined))
    throw invalid(`Invalid ${side}: expected the number of a version, draft or published`, { path: side });
  const parameters = Object.entries({ locale, view, status: isPresent ? requested : status });
  const sent = parameters.filter((one): one is [string, string] => one[1] !== undefined);
  const query = readVersionQuery(context, new URLSearchParams(sent).toString(), locales);
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
export const compareVersions = async (context: VersionContext, compared: Compared): Promise<Comparison> => {
  const { service, type } = context;
  const from = await readSide(context, 'from', compared);
  const to = await readSide(context, 'to', compared);
  return {
    data: diffValues(service.schema, type.attributes, from.values, to.values),
    meta: { from: from.compared, to: to.compared },
  };
};

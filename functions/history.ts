// The history: versions of documents, and the trash.
import {
  answerContract,
  combine,
  endpoint,
  formatOf,
  identifyCaller,
  identifyOwnerOrCaller,
  readIfMatch,
  typeInPath,
  valueInQuery,
  type Check,
} from '../lib/api/http/index.ts';
import type { ContentPermission } from '../lib/api/http/routes/index.ts';
import { trashContract } from '../lib/history/trash/contract.ts';
import { trashContext, trashHandlers, type TrashContext } from '../lib/history/trash/index.ts';
import { versionContract } from '../lib/history/versions/contract.ts';
import { versionContext, versionHandlers, type CheckedVersions } from '../lib/history/versions/index.ts';
import { eraseRemovedBytes, hasUnfinishedMoves, withRestoredBytes } from '../lib/media/index.ts';
import { findReadableReleases } from '../lib/releases/index.ts';

/** The owner may use the trash, as the administration, but has no content. @throws ApiError as `trashContext` */
const checkTrash: Check<string, 'caller', TrashContext> = async (request, service) => {
  const uid = request.params.uid ?? valueInQuery(request, 'type') ?? '';
  if (uid !== '') request.logFields.type = uid;
  return trashContext(service, await identifyOwnerOrCaller(request, service), uid);
};

/** @throws ApiError 404 before 401; and as `versionContext` */
const checkVersions: Check<string, ContentPermission, CheckedVersions> = async (request, service) => {
  const { query: text, timings } = request;
  const type = typeInPath(request, service);
  const caller = await identifyCaller(request, service);
  const { documentId } = request.params;
  const context = await versionContext({
    ...{ service, caller, type, documentId, text, format: formatOf(request), timings },
    findReleases: (ids) => findReadableReleases(service, caller, ids),
  });
  return { ...context, readIfMatch: () => readIfMatch(request, context.key.locale) };
};

const bytes = { erase: eraseRemovedBytes, withRestored: withRestoredBytes, hasUnfinishedMoves };

export const handler = endpoint(
  combine(
    answerContract(versionContract, checkVersions, versionHandlers),
    answerContract(trashContract, checkTrash, trashHandlers(bytes)),
  ),
);

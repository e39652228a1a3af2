// Finds what an agent has changed in the documents of a change set, from the marks of their versions in the history.
import pLimit from 'p-limit';
import { ApiError } from '../errors.ts';
import { listVersions } from '../history/index.ts';
import { differencesSince, draftVersions } from '../history/versions/index.ts';
import { keepsHistory } from '../schema/index.ts';
import type { ActionChanges } from './contract.ts';
import { releasableType, type ReleaseContext } from './releaseContext.ts';
import { findRelease } from './releaseViews.ts';
import type { StoredAction } from './storedReleases.ts';

/** More than a document has as a rule: without all of them, it is not known who else has changed it. */
const maxVersions = 1_000;

/**
 * @returns what the history says about an action of a change set: the present version, and the one that the first write of the agent
 *   replaced (undefined: it created the document); as text, why it says nothing
 */
export const findAgentChange = async (
  { service }: ReleaseContext,
  { contentType, documentId, locale, change }: StoredAction,
) => {
  const type = releasableType(service.schema, contentType);
  if (change === undefined || type === undefined) return 'No agent has added the document';
  if (!keepsHistory(type)) return 'The type keeps no history';
  const { set, first } = change;
  const versions = await listVersions(await service.database.get(), { type, documentId, locale }, maxVersions);
  const [present] = versions;
  if (present?.isCurrent !== true) return 'The document is deleted';
  const since = versions.filter(({ revision }) => revision >= first);
  const earliest = since.at(-1);
  const isCreated = earliest?.action === 'create';
  const before = isCreated ? undefined : versions[since.length];
  if (earliest?.revision !== first || (before === undefined && !isCreated))
    return 'The history does not have the version before the agent any more';
  return {
    ...{ type, set, present, before },
    isChangedSince: since.some((version) => Math.abs(version.set ?? 0) !== set),
    isPublishedSince: since.some(({ action }) => action === 'publish' || action === 'unpublish'),
  };
};

const describeChange = async (context: ReleaseContext, action: StoredAction): Promise<ActionChanges> => {
  const found = await findAgentChange(context, action);
  const nothing = { actionId: action._id, created: false, changedSince: false, before: null, differences: [] };
  if (typeof found === 'string') return { ...nothing, message: found };
  const { type, before, isChangedSince } = found;
  const known = { ...nothing, created: before === undefined, changedSince: isChangedSince };
  try {
    const versions = await draftVersions({ ...context, type, locale: action.locale }, action.documentId);
    const differences = await differencesSince(versions, before?.revision);
    return { ...known, before: before?.revision ?? null, differences, message: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { ...known, message: error.message };
  }
};

/** How many documents are compared at the same time. */
const parallelDocuments = 4;

/**
 * @returns for each action whose document an agent has written and the caller may read, what the agent changed; none if the release is done
 * @throws ApiError 404 if the release does not exist for the caller
 */
export const findAgentChanges = async (context: ReleaseContext, id: number): Promise<readonly ActionChanges[]> => {
  const { release, actions, visible } = await findRelease(context, id);
  if (release.releasedAt !== null) return [];
  const limit = pLimit(parallelDocuments);
  const written = actions.filter((action) => action.change !== undefined && visible.has(action));
  return Promise.all(written.map((action) => limit(describeChange, context, action)));
};

// Finds what an agent has changed in the documents of a change set, from the marks of their versions in the history.
import { listVersions, readTraces } from '../history/index.ts';
import { changeSetOf, isAgentWrite, type Transaction } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { keepsHistory } from '../schema/index.ts';
import { releasableType, type ReleaseContext } from './releaseContext.ts';
import type { StoredAction } from './storedReleases.ts';

/** More than a document has as a rule: without all of them, it is not known who else has changed it. */
const maxVersions = 1_000;

export const changedSince = 'Somebody has changed the document since';

const unknown = (reason: string) => ({ reason, created: false, before: undefined });

/** @returns the number of the present version of the document of an action; 0: it does not exist any more */
export const findVersionNumber = async (
  { schema }: Pick<Service, 'schema'>,
  unit: Transaction,
  { contentType, documentId, locale }: StoredAction,
): Promise<number> => {
  const type = releasableType(schema, contentType);
  const [trace] = type === undefined ? [] : await readTraces(unit, type, documentId, locale);
  return trace?.version ?? 0;
};

/**
 * @returns what the history says about an action of a change set: whether the agent created the document, the present version and the
 *   one that its first write replaced, and why discarding leaves the document as it is (`reason`; null: it does not)
 */
export const findAgentChange = async (
  { service }: Pick<ReleaseContext, 'service'>,
  { contentType, documentId, locale, change }: StoredAction,
) => {
  const type = releasableType(service.schema, contentType);
  if (change === undefined || type === undefined) return unknown('No agent has added the document');
  if (!keepsHistory(type)) return unknown('The type keeps no history');
  const { set, first } = change;
  const versions = await listVersions(await service.database.get(), { type, documentId, locale }, maxVersions);
  const [present] = versions;
  if (present?.isCurrent !== true) return unknown('The document is deleted');
  const since = versions.filter(({ revision }) => revision >= first);
  const earliest = since.at(-1);
  const created = earliest?.action === 'create';
  const before = created ? undefined : versions[since.length];
  if (earliest?.revision !== first || (before === undefined && !created))
    return unknown('The history does not have the version before the agent any more');
  const isPublished = since.some(({ action }) => action === 'publish' || action === 'unpublish');
  /** This set, and others that were discarded since: their versions do not count. */
  const ignored = new Set([set]);
  const isChanged = since.some(({ set: mark }) => {
    if (mark !== undefined && !isAgentWrite(mark)) ignored.add(changeSetOf(mark));
    return !ignored.has(changeSetOf(mark));
  });
  const reason = isPublished ? 'The document was published or unpublished since' : isChanged ? changedSince : null;
  const about = { created, before };
  return reason === null ? { ...about, reason, type, set, present } : { ...about, reason };
};

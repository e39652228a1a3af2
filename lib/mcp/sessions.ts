// What an agent does in a session: what it writes goes into a change set, and both its writes and what its calls cost are limited.
import { findTokenName } from '../accounts/tokens/index.ts';
import { findByDocumentId } from '../accounts/users/index.ts';
import type { SendRequest, RestRequest } from '../api/restClient.ts';
import type { Answer, Request } from '../api/http/index.ts';
import { ApiError, tooManyRequests } from '../errors.ts';
import { displayNameOf, type Caller } from '../platform/access/index.ts';
import { countInWindow } from '../platform/countInWindow.ts';
import type { Service } from '../platform/service.ts';
import { collectWritten, openSet, type Agent } from '../releases/index.ts';
import { isObject, type ContentType } from '../schema/index.ts';
import { runInChangeSet } from '../write/documents/index.ts';

/** What identifies the agent: its grant, or its token. */
const keyOf = ({ id, agent }: Caller): string => agent?.grant ?? id;

const describeAgent = async (service: Service, caller: Caller): Promise<Agent> => {
  const { id, user, agent } = caller;
  // A token owns no change set: it could delete it, so that nobody sees what it has written.
  if (user === undefined || agent === undefined)
    return { owner: null, name: (await findTokenName(service, id)) ?? id, by: null };
  const by = displayNameOf((await findByDocumentId(service, user))?.published ?? {});
  return { owner: user, name: agent.name, by };
};

const documentIdOf = ({ body }: Answer): string => {
  const data = isObject(body) ? body.data : undefined;
  const first: unknown = Array.isArray(data) ? data[0] : data;
  return isObject(first) ? String(first.documentId) : '';
};

/** Who writes, and how they ask. */
export interface Writer {
  readonly service: Service;
  readonly caller: Caller;
  readonly ask: SendRequest;
}

/** Counts a write of an agent. @returns the change set of its session @throws ApiError 429 for too many writes in the session */
export const countWrite = ({ service, caller }: Writer): Promise<number> =>
  openSet(service, keyOf(caller), () => describeAgent(service, caller), service.config.agents.writesPerSession);

/**
 * Sends a write of a document.
 *
 * @param hold keeps planned releases from publishing what is written, and returns what takes that back
 * @returns the answer, and the id of the release that has the document: the change set of the session
 * @throws ApiError 429 for too many writes in the session; as the operation
 */
export const writeInSession = async (
  context: Writer,
  type: ContentType,
  request: RestRequest,
  hold?: () => Promise<() => Promise<void>>,
): Promise<{ readonly answer: Answer; readonly set: number }> => {
  const { service, ask } = context;
  const set = await countWrite(context);
  const release = await hold?.();
  const answer = await runInChangeSet(set, () => ask(request)).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status < 500) await release?.();
    throw error;
  });
  // Somebody may have planned it meanwhile.
  await hold?.();
  await collectWritten(service, { set, type, documentId: documentIdOf(answer) });
  return { answer, set };
};

/** One server of the database acknowledges it: the exact number matters to nobody. */
const addCost = (service: Service, caller: Caller, count: number) =>
  countInWindow(service, 3_600, ['cost of an agent', keyOf(caller)], { count, writeConcern: { w: 1 } });

/** Counts a call of an agent, whatever becomes of it. @throws ApiError 429 for too much in an hour */
export const countCall = async (service: Service, caller: Caller): Promise<void> => {
  const most = service.config.agents.costPerHour;
  const { count, until } = await addCost(service, caller, 1);
  if (count <= most) return;
  const seconds = Math.max(1, Math.ceil((until.getTime() - service.now().getTime()) / 1000));
  throw tooManyRequests(seconds, `Your calls cost more than ${most} in this hour (agents.costPerHour)`);
};

/** Counts what the reads of an agent cost as well. */
export const withBudget =
  ({ timings }: Request, service: Service, caller: Caller, ask: SendRequest): SendRequest =>
  async (request) => {
    try {
      return await ask(request);
    } finally {
      if (timings.reader.spent !== undefined) await addCost(service, caller, timings.reader.spent);
    }
  };

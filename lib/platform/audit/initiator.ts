// Knows who started the current work, for the audit log: the caller of a request, or a command. The log has the id of the request.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Initiator {
  /** The documentId of a user, the name of a token (`token 3`), or one of `actors`; undefined until the caller is identified. */
  readonly actor?: string;
  /** The IP address of the client; a request whose changes are not recorded has none, and no actor. */
  readonly address?: string;
  readonly requestId?: string;
}

/** Actors that are neither users nor API tokens. `code`: an event handler of the project; `scim`: the provider that manages users. */
export const actors = ['public', 'owner', 'scim', 'command line', 'code', 'system'] as const;

const initiators = new AsyncLocalStorage<Omit<Initiator, 'actor'> & { actor?: string }>();

/** Runs work whose changes this initiator started. */
export const runWithInitiator = <T>(initiator: Initiator, work: () => T): T => initiators.run({ ...initiator }, work);

/** Names the actor of the current request, as soon as its caller is identified. */
export const nameActor = (actor: string): void => {
  const current = initiators.getStore();
  if (current?.address !== undefined) current.actor = actor;
};

/** Who started the current work; undefined: a job of the system, a read, or a request whose changes are not recorded. */
export const currentInitiator = (): Initiator | undefined => {
  const current = initiators.getStore();
  return current?.address === undefined && current?.actor === undefined ? undefined : current;
};

/** The id of the current request; undefined outside of requests, and for a read. */
export const currentRequestId = (): string | undefined => initiators.getStore()?.requestId;

// Plays scenarios against a server and keeps what it answers.
import { normaliser } from './normalise.ts';

export interface Reply {
  readonly status: number;
  // Scenarios look into answers of any form.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface Call {
  /** A text is sent as it is. */
  readonly body?: unknown;
  readonly as?: 'full-access' | 'read-only' | null;
}

/** Sends one request; full-access when the call does not say otherwise. */
export type Server = (method: string, url: string, call: Call) => Promise<Reply>;

/** What a server answered to a step of a scenario, with what differs from run to run blanked. */
export interface Step {
  readonly label: string;
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

/** Steps are played in order; each has a label of its own. */
export interface Player {
  readonly send: (label: string, method: string, url: string, call?: Call) => Promise<Reply>;
  readonly get: (label: string, url: string, call?: Call) => Promise<Reply>;
  readonly post: (label: string, url: string, data: unknown) => Promise<Reply>;
  readonly put: (label: string, url: string, data: unknown) => Promise<Reply>;
  readonly delete: (label: string, url: string) => Promise<Reply>;
  /** Creates what steps need, without being one. @returns its data; @throws when it is refused */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as Reply
  readonly make: (url: string, data: unknown) => Promise<any>;
}

export interface Scenario {
  /** Paths under /api that are emptied first: plural names, and singular ones of single types. */
  readonly uses: readonly string[];
  readonly play: (player: Player) => Promise<void>;
}

const empty = async (server: Server, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    const { body } = await server('GET', `/api/${path}?status=draft&locale=*&fields=id&pagination[pageSize]=100`, {});
    if (!Array.isArray(body?.data)) await server('DELETE', `/api/${path}?locale=*`, {});
    else for (const { documentId } of body.data) await server('DELETE', `/api/${path}/${documentId}?locale=*`, {});
  }
};

/** Empties what the scenario uses and plays it. @throws when two steps have one label */
export const play = async (server: Server, { uses, play: run }: Scenario): Promise<readonly Step[]> => {
  await empty(server, uses);
  const steps: Step[] = [];
  let made = 0;
  const normalise = normaliser();
  const send: Player['send'] = async (label, method, url, call = {}) => {
    if (steps.some((step) => step.label === label)) throw new Error(`two steps are called "${label}"`);
    const reply = await server(method, url, call);
    const body = normalise(reply.body ?? null, `doc${steps.length}`);
    steps.push({ label, request: `${method} ${url}`, status: reply.status, body });
    return reply;
  };
  await run({
    send,
    get: (label, url, call) => send(label, 'GET', url, call),
    post: (label, url, data) => send(label, 'POST', url, { body: { data } }),
    put: (label, url, data) => send(label, 'PUT', url, { body: { data } }),
    delete: (label, url) => send(label, 'DELETE', url),
    make: async (url, data) => {
      const { status, body } = await server('POST', url, { body: { data } });
      if (status !== 201) throw new Error(`${url} ${JSON.stringify(data)}: ${JSON.stringify(body)}`);
      normalise(body, `made${made++}`);
      return body.data;
    },
  });
  return steps;
};

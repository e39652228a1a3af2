// Plays scenarios against a server and records its answers.
import { allowActions, resetAccess, type Role } from './permissions.ts';
import { sortByName, emptyFiles, fileForm, type FileName } from './files.ts';
import { normaliser } from './normalise.ts';
import type { Call, Reply, SendRequest } from './sendRequest.ts';

export interface Server {
  readonly ask: SendRequest;
  /** Returns a code that resets the password of the user with this address, as the mail contains it. */
  readonly codeFor: (email: string) => Promise<string>;
}

/** The normalised answer to a step of a scenario. */
export interface Step {
  readonly label: string;
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

/** A logged-in user. */
export interface Member {
  readonly id: number;
  readonly documentId: string;
  readonly as: { readonly token: string };
}

/** Sends the steps of a scenario in order; each has a unique label. */
export interface Player {
  readonly send: (label: string, method: string, url: string, call?: Call) => Promise<Reply>;
  readonly get: (label: string, url: string, call?: Call) => Promise<Reply>;
  readonly post: (label: string, url: string, data: unknown, call?: Call) => Promise<Reply>;
  readonly put: (label: string, url: string, data: unknown, call?: Call) => Promise<Reply>;
  readonly delete: (label: string, url: string, call?: Call) => Promise<Reply>;
  /** Sends a GraphQL document to /graphql; a label that is null is the document itself. */
  readonly query: (
    label: string | null,
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    as?: Call['as'],
  ) => Promise<Reply>;
  /** Creates a document without recording a step. @returns its data; @throws if the server refuses it */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as Reply
  readonly make: (url: string, data: unknown) => Promise<any>;
  /** Sends a form to /api/upload: files by their names in files.ts, and fields; values other than strings are sent as JSON. */
  readonly upload: (
    label: string,
    files: readonly FileName[],
    fields?: Readonly<Record<string, unknown>>,
    query?: string,
    as?: Call['as'],
  ) => Promise<Reply>;
  /** Uploads one file without recording a step. @returns its record; @throws if the server refuses it */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as Reply
  readonly file: (name: FileName, fields?: Readonly<Record<string, unknown>>) => Promise<any>;
  /** Registers the user `name` with the address `name@example.org` and `memberPassword`. */
  readonly member: (name: string) => Promise<Member>;
  /** Gives a role permissions in addition to its defaults: `plant.find`, `user.me`. @returns its id */
  readonly allow: (role: Role, allowed: readonly string[]) => Promise<number>;
  readonly codeFor: Server['codeFor'];
}

export interface Scenario {
  /** Paths under /api to empty first: plural names, or singular names of single types; `users` includes roles, `files` are uploads. */
  readonly uses: readonly string[];
  /** The answers have the ids of components: Lectern plays the scenario with `api.rest.componentIds`. */
  readonly componentIds?: true;
  readonly play: (player: Player) => Promise<void>;
}

export const memberPassword = 'a quiet room';

const emptyPaths = async (ask: SendRequest, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    if (path === 'users') {
      await resetAccess(ask);
      continue;
    }
    if (path === 'files') {
      await emptyFiles(ask);
      continue;
    }
    const { body } = await ask('GET', `/api/${path}?status=draft&locale=*&fields=id&pagination[pageSize]=100`, {});
    if (!Array.isArray(body?.data)) await ask('DELETE', `/api/${path}?locale=*`, {});
    else for (const { documentId } of body.data) await ask('DELETE', `/api/${path}/${documentId}?locale=*`, {});
  }
};

/** Empties the paths that the scenario uses and plays it. @throws if two steps have the same label */
export const play = async (
  { ask, codeFor }: Server,
  { uses, componentIds, play: run }: Scenario,
): Promise<readonly Step[]> => {
  await emptyPaths(ask, uses);
  const steps: Step[] = [];
  let madeCount = 0;
  const normalise = normaliser(componentIds);
  const send: Player['send'] = async (label, method, url, call = {}) => {
    if (steps.some((step) => step.label === label)) throw new Error(`two steps are called "${label}"`);
    const reply = await ask(method, url, call);
    const uploaded = call.body instanceof FormData;
    const body = normalise((uploaded ? sortByName(reply.body) : reply.body) ?? null, `doc${steps.length}`);
    const sent = url === '/graphql' ? ` ${JSON.stringify(call.body)}` : '';
    steps.push({ label, request: `${method} ${url}${sent}`, status: reply.status, body });
    return reply;
  };
  const createNeeded = async (status: number, url: string, call: Call): Promise<Reply['body']> => {
    const reply = await ask('POST', url, call);
    if (reply.status !== status) throw new Error(`${url} ${JSON.stringify(call)}: ${JSON.stringify(reply.body)}`);
    normalise(reply.body, `made${madeCount++}`);
    return reply.body;
  };
  await run({
    send,
    get: (label, url, call) => send(label, 'GET', url, call),
    post: (label, url, data, call) => send(label, 'POST', url, { ...call, body: { data } }),
    put: (label, url, data, call) => send(label, 'PUT', url, { ...call, body: { data } }),
    delete: (label, url, call) => send(label, 'DELETE', url, call),
    query: (label, query, variables, as = 'full-access') =>
      send(label ?? query, 'POST', '/graphql', { body: { query, variables }, as }),
    make: async (url, data) => (await createNeeded(201, url, { body: { data } })).data,
    upload: (label, files, fields, query = '', as = 'full-access') =>
      send(label, 'POST', `/api/upload${query}`, { body: fileForm(files, fields), as }),
    file: async (name, fields) => (await createNeeded(201, '/api/upload', { body: fileForm([name], fields) }))[0],
    member: async (username) => {
      const registration = { username, email: `${username}@example.org`, password: memberPassword };
      const { jwt, user } = await createNeeded(200, '/api/auth/local/register', { body: registration, as: null });
      return { id: user.id, documentId: user.documentId, as: { token: jwt } };
    },
    allow: (role, allowed) => allowActions(ask, role, allowed),
    codeFor,
  });
  return steps;
};

// Sends requests to the API. The JWT lives in memory only; the refresh token is in a cookie that scripts cannot read.
import { fetchWithProgress } from './fetchWithProgress.ts';

/** One fault of a request: the path of the value in the body, and what is wrong with it. */
export interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

/** A request that failed. `status` 0: no answer came. */
export class ApiError extends Error {
  readonly status: number;
  /** The API's name of the error: `ValidationError`, `PreconditionFailedError`. */
  readonly kind: string;
  readonly faults: readonly Fault[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, kind: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.details = details;
    this.faults = faultsIn(details.errors);
  }
}

/** `details.errors` of an answer. */
const faultsIn = (errors: unknown): readonly Fault[] =>
  (Array.isArray(errors) ? (errors as readonly Partial<Record<keyof Fault, unknown>>[]) : []).map((error) => ({
    path: Array.isArray(error.path) ? error.path.map(String) : [],
    message: String(error.message),
  }));

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in the API's notation: `{ 'filters[title][$contains]': 'ink' }`. Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with the number of bytes of the body that have been sent. */
  readonly onProgress?: (sent: number) => void;
}

export interface Answer<T> {
  readonly body: T;
  readonly status: number;
  readonly headers: Headers;
}

/** Sessions use the cookie that only the editor's own pages send. */
export const cookieHeader = { 'x-strapi-refresh-cookie': 'strict' };

let jwt: string | undefined;
/** The id of the user whose page this is: it stays when the session ends, and until the user logs out. */
let user: number | undefined;
let onSessionEnd: (reason: SessionEnd) => void = () => undefined;

/** `replaced`: another user has logged in, in another tab, and the cookie is theirs. */
export type SessionEnd = 'ended' | 'replaced';

/** @returns the id of the user of a JWT, which is not verified: that is the API's task */
const userOf = (token: string): number => {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly id: number }).id;
};

/** Begins a session of the user who has just logged in. */
export const beginSession = (token: string): void => {
  jwt = token;
  user = userOf(token);
};

/** Ends the session of this page; the next one may be another user's. */
export const forgetSession = (): void => {
  jwt = undefined;
  user = undefined;
};

/** @returns the id of the user whose page this is; undefined before the first login, and after a logout */
export const getUser = (): number | undefined => user;

/** @param callback called when the session has ended and cannot be refreshed */
export const setSessionEndHandler = (callback: (reason: SessionEnd) => void): void => {
  onSessionEnd = callback;
};

/** @returns the path with the query, in the notation of the API */
export const withQuery = (path: string, query: RequestOptions['query'] = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === 'object')
      value.forEach((one, index) => {
        parameters.append(`${name}[${index}]`, String(one));
      });
    else parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
};

const readError = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => undefined)) as
    { error?: { name?: string; message?: string; details?: Record<string, unknown> } } | undefined;
  const { name = 'Error', message = response.statusText, details = {} } = body?.error ?? {};
  return new ApiError(response.status, name, message, details);
};

const send = async (path: string, options: RequestOptions, bearer: string | undefined): Promise<Response> => {
  const { method = 'GET', query, body, headers, signal, onProgress } = options;
  const isForm = body instanceof FormData;
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
  const url = withQuery(path, query);
  return (onProgress === undefined ? fetch(url, init) : fetchWithProgress(url, init, onProgress)).catch(
    (error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new ApiError(0, 'NetworkError', 'The server does not answer');
    },
  );
};

/** @returns the next JWT; why there is none */
const fetchNextJwt = async (): Promise<{ readonly next: string } | { readonly end: SessionEnd }> => {
  // Without the JWT, which has expired: the API refuses a request with it.
  const response = await send('/api/auth/refresh', { method: 'POST', body: {}, headers: cookieHeader }, undefined);
  if (response.status >= 500 || response.status === 429) throw await readError(response);
  if (!response.ok) return { end: 'ended' };
  const { jwt: next } = (await response.json()) as { readonly jwt: string };
  return user === undefined || userOf(next) === user ? { next } : { end: 'replaced' };
};

/**
 * Gets the next JWT with the refresh cookie, once for all requests that wait for it. Tabs share the cookie, so only one of them
 * refreshes at a time. If the cookie is another user's by now, the page does not become that user's.
 *
 * @param before the JWT that is not valid any more; undefined: there was none
 * @returns whether there is a session; if not, the page has been told
 * @throws ApiError when the server does not answer
 */
export const refreshSession = (before: string | undefined): Promise<boolean> =>
  navigator.locks.request('lectern-refresh', async () => {
    // Another request has refreshed it, or has found that it has ended.
    if (jwt !== before) return jwt !== undefined;
    const answer = await fetchNextJwt();
    if ('next' in answer) beginSession(answer.next);
    else {
      jwt = undefined;
      onSessionEnd(answer.end);
    }
    return 'next' in answer;
  });

/**
 * Sends a request, and once more after refreshing the session if the JWT has expired.
 *
 * @throws ApiError
 */
export const request = async <T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> => {
  const sent = jwt;
  let response = await send(path, options, sent);
  if (response.status === 401 && sent !== undefined && (await refreshSession(sent)))
    response = await send(path, options, jwt);
  if (!response.ok) throw await readError(response);
  const body = (response.status === 204 ? undefined : await response.json()) as T;
  return { body, status: response.status, headers: response.headers };
};

/** @returns the body of the answer to a `GET` @throws ApiError */
export const get = async <T>(path: string, options: Omit<RequestOptions, 'method' | 'body'> = {}): Promise<T> =>
  (await request<T>(path, options)).body;

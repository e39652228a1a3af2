// Sends one request to the API, and reads its errors.
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
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes of the body that have been sent. */
  readonly onProgress?: (sent: number) => void;
}

/** @returns the path with the query, in the notation of the API */
export const withQuery = (path: string, query: RequestOptions['query'] = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === 'object') value.forEach((one, index) => parameters.append(`${name}[${index}]`, String(one)));
    else parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
};

/** Reads the error in an answer. */
export const readError = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { name?: string; message?: string; details?: Record<string, unknown> } }
    | undefined;
  const { name = 'Error', message = response.statusText, details = {} } = body?.error ?? {};
  return new ApiError(response.status, name, message, details);
};

/**
 * @param jwt undefined: the request is sent without one
 * @throws ApiError with the status 0 when the server does not answer; other answers, also errors, are returned
 */
export const sendRequest = async (
  path: string,
  options: RequestOptions,
  jwt: string | undefined,
): Promise<Response> => {
  const { method = 'GET', query, body, headers, signal, onProgress } = options;
  const isForm = body instanceof FormData;
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(jwt === undefined ? {} : { authorization: `Bearer ${jwt}` }),
      ...(method === 'GET' ? {} : { 'lectern-source': 'editor' }),
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

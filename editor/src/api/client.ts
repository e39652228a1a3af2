// Sends requests to the API with the session of the page.
import { getJwt, getUser, refreshSession } from './jwt.ts';
import type { FactorMethod } from './pendingFactor.ts';
import { ApiError, readError, sendRequest, type RequestOptions } from './sendRequest.ts';

export { ApiError, withQuery, type Fault, type RequestOptions } from './sendRequest.ts';

export interface Answer<T> {
  readonly body: T;
  readonly status: number;
  readonly headers: Headers;
}

/** @returns without a body for 204, and for 304: the document is as it was read before @throws ApiError for an error */
const readAnswer = async <T>(response: Response): Promise<Answer<T>> => {
  const isUnchanged = response.status === 304;
  if (!response.ok && !isUnchanged) throw await readError(response);
  const body = (response.status === 204 || isUnchanged ? undefined : await response.json()) as T;
  return { body, status: response.status, headers: response.headers };
};

type AskForFactor = (methods: readonly FactorMethod[]) => Promise<boolean>;

let askForFactor: AskForFactor | undefined;

/** @param ask asks the user for a second factor, with one of the methods; it resolves to whether the user confirmed */
export const setStepUpHandler = (ask: AskForFactor): void => {
  askForFactor = ask;
};

/** Whether the answer asks for a second factor, and the user has confirmed it. */
const isConfirmed = async (response: Response): Promise<boolean> => {
  if (response.status !== 403 || askForFactor === undefined) return false;
  const { kind, details } = await readError(response.clone());
  return kind === 'StepUpError' && askForFactor(details.methods as readonly FactorMethod[]);
};

/**
 * Sends a request, and once more after refreshing the session if the JWT has expired, and after the user has confirmed a second
 * factor if it needs one. After the session has ended, nothing is sent: the API would check what everybody may do, and answer 403.
 *
 * @throws ApiError 401 if the session has ended, and the page waits for the login
 */
export const request = async <T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> => {
  const sent = getJwt();
  if (sent === undefined && getUser() !== undefined)
    throw new ApiError(401, 'UnauthorizedError', 'Your session has ended');
  let response = await sendRequest(path, options, sent);
  if (response.status === 401 && sent !== undefined && (await refreshSession(sent)))
    response = await sendRequest(path, options, getJwt());
  if (await isConfirmed(response)) response = await sendRequest(path, options, getJwt());
  return readAnswer(response);
};

/**
 * Sends a request that anybody may send, such as a login: without the JWT, because the API would check the permissions of
 * the user who is logged in.
 *
 * @throws ApiError
 */
export const requestWithoutJwt = async <T>(path: string, options: RequestOptions): Promise<Answer<T>> =>
  readAnswer(await sendRequest(path, options, undefined));

/** @returns the body of the answer to a `GET` @throws ApiError */
export const get = async <T>(path: string, options: Omit<RequestOptions, 'method' | 'body'> = {}): Promise<T> =>
  (await request<T>(path, options)).body;

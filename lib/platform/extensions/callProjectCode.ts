// Calls project code with a deadline.
import { ApiError, unavailable } from '../../errors.ts';

/** An error that project code threw; its cause is that error, with the project's file and line. */
export class ProjectCodeError extends Error {
  constructor(name: string, cause: unknown) {
    super(`${name} failed`, { cause });
  }
}

/** Whether an error can be the answer of a request. */
const isAnswer = (error: unknown): error is ApiError => {
  if (!(error instanceof ApiError)) return false;
  const { status, details } = error;
  if (!Number.isInteger(status) || status < 400 || status > 599) return false;
  try {
    JSON.stringify(details);
    return true;
  } catch {
    return false;
  }
};

/** Calls a synchronous function of project code. @throws ProjectCodeError for any error in it */
export const callProjectFunction = <T>(name: string, call: () => T): T => {
  try {
    return call();
  } catch (error) {
    throw new ProjectCodeError(name, error);
  }
};

/**
 * @param name what is called, for the error: `beforeWrite of api::article.article in extensions/articles.ts`
 * @param seconds how long it may take. Code that never yields cannot be stopped
 * @throws ApiError 503 when it takes longer; an ApiError that it throws, with a status from 400 to 599; ProjectCodeError for any other error
 */
export const callProjectCode = async <T>(name: string, seconds: number, call: () => T | Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unavailable(`${name} took more than ${seconds} seconds: try again`, { 'retry-after': '1' }));
    }, seconds * 1000);
  });
  try {
    return await Promise.race([Promise.resolve().then(call), late]);
  } catch (error) {
    throw isAnswer(error) ? error : new ProjectCodeError(name, error);
  } finally {
    clearTimeout(timer);
  }
};

// Calls project code with a deadline.
import { ApiError, unavailable } from '../../errors.ts';

/** An error that project code threw; its cause is that error, with the project's file and line. */
export class ProjectCodeError extends Error {
  constructor(name: string, cause: unknown) {
    super(`${name} failed`, { cause });
  }
}

/** Calls a synchronous function of project code. @throws ProjectCodeError for any error in it */
export const callProjectFunction = <T>(name: string, call: () => T): T => {
  try {
    return call();
  } catch (error) {
    throw new ProjectCodeError(name, error);
  }
};

/** Whether an error can be an answer. Project code makes its own, with any status, details and headers. */
const canBeAnswered = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  const { status, message, details, headers } = error as Partial<ApiError>;
  try {
    JSON.stringify(details);
  } catch {
    return false;
  }
  const isHeader = ([name, value]: readonly [string, unknown]): boolean =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
  if (!Object.entries(headers ?? {}).every(isHeader)) return false;
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) < 600 && typeof message === 'string';
};

/**
 * @param name what is called, for the error: `beforeWrite of api::article.article in extensions/articles.ts`
 * @param seconds how long it may take. Code that never yields cannot be stopped
 * @throws ApiError 503 when it takes longer; an ApiError that it throws; ProjectCodeError for any other error,
 *   also for an ApiError that is no answer: its status is no error, or its details are no JSON
 */
export const callProjectCode = async <T>(name: string, seconds: number, call: () => T | Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unavailable(`${name} took more than ${seconds} seconds: try again`, 1));
    }, seconds * 1000);
  });
  try {
    return await Promise.race([Promise.resolve().then(call), late]);
  } catch (error) {
    throw canBeAnswered(error) ? error : new ProjectCodeError(name, error);
  } finally {
    clearTimeout(timer);
  }
};

// What a search answers while its text has no words yet.
import { ApiError } from './client.ts';

/**
 * The answer to a search for a text that has no words, such as the beginning of `-word`: the API refuses it.
 *
 * @param parameter the name of the text in the query
 * @param empty what is answered instead
 * @returns a function that throws all other errors
 */
export const emptyWithoutWords =
  <T>(parameter: string, empty: T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.status === 400 && error.details.path === parameter) return empty;
    throw error;
  };

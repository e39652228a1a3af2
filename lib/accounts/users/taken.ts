// Names and addresses that another user has.
import { ApiError } from '../../errors.ts';

const named = (error: unknown): readonly string[] => {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.errors)) return [];
  const faults = error.details.errors as readonly { readonly path: readonly string[]; readonly message: string }[]; // as invalidValues makes them
  return faults.flatMap(({ path, message }) => (message === 'This attribute must be unique' ? path : []));
};

/** 400, as the reference says it. */
export const takenRefusal = (message: string): ApiError => new ApiError(400, 'ApplicationError', message);

/**
 * Runs a write of a user; where the index refuses a name or an address, says so in the reference's words.
 *
 * @param message by the attribute that is taken
 */
export const sayingTaken = async <T>(
  write: () => Promise<T>,
  message: (attribute: 'username' | 'email') => string,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const taken = (['username', 'email'] as const).find((name) => named(error).includes(name));
    throw taken === undefined ? error : takenRefusal(message(taken));
  }
};

/** As the reference says it of users who are written by others. */
export const takenBy = (attribute: 'username' | 'email'): string =>
  `${attribute === 'email' ? 'Email' : 'Username'} already taken`;

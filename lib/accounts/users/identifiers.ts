// The names and email addresses of users, which no two users share.
import { isName, nameRule } from '../../contracts/index.ts';
import { ApiError, type InvalidValue } from '../../errors.ts';

/** Email addresses are stored in lower case. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/**
 * Whether users may give themselves a name: one with an @ is for whoever has that address, because it would keep them from their
 * own account, and deceive others.
 */
export const mayHaveName = (username: string, email: string): boolean =>
  !username.includes('@') || normalizeEmail(username) === normalizeEmail(email);

/**
 * The fault of a new name: people do not see some of its characters, so another user seems to have it; or it is the address of
 * somebody else.
 *
 * @param ownEmail the address of users who name themselves; undefined: somebody else names them
 */
export const usernameFaults = (username: string, ownEmail?: string): readonly InvalidValue[] => {
  const fault = (message: string) => [{ path: ['username'], message, value: username }];
  if (ownEmail !== undefined && !mayHaveName(username, ownEmail))
    return fault('A username with an @ must be your email address');
  if (isName(username) && username === username.trim()) return [];
  return fault(`username must be ${nameRule}, without blanks around it`);
};

/** @returns the attributes whose values another user has */
export const duplicateAttributes = (error: unknown): readonly string[] => {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.errors)) return [];
  const faults = error.details.errors as readonly { readonly path: readonly string[]; readonly message: string }[]; // as invalidValues makes them
  return faults.flatMap(({ path, message }) => (message === 'This attribute must be unique' ? path : []));
};

/** The 400 of Strapi. */
export const takenError = (message: string): ApiError => new ApiError(400, 'ApplicationError', message);

/**
 * Runs a write of a user. If the unique index rejects the username or email, it throws Strapi's error instead.
 *
 * @param message makes the message from the attribute that is taken
 */
export const withTakenError = async <T>(
  write: () => Promise<T>,
  message: (attribute: 'username' | 'email') => string,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const taken = (['username', 'email'] as const).find((name) => duplicateAttributes(error).includes(name));
    throw taken === undefined ? error : takenError(message(taken));
  }
};

/** Strapi's message when an administrator writes a user. */
export const takenMessage = (attribute: 'username' | 'email'): string =>
  `${attribute === 'email' ? 'Email' : 'Username'} already taken`;

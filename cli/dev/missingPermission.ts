// Says in `lectern dev` which permission a request needs, and which command gives it.
import { forbidden, type ApiError } from '../../lib/errors.ts';
import type { Caller } from '../../lib/platform/access/index.ts';

/** The types of tokens that permit only some actions on everything, in the words of `lectern token create --type`. */
const tokenTypes = { reading: 'read-only', published: 'published-only', everything: 'full-access' } as const;

const describeCaller = ({ kind, role, allowed }: Caller): string => {
  if (kind === 'public') return 'a request without credentials';
  if (kind === 'user') return `a user with the role ${role ?? ''}`;
  return typeof allowed === 'string' ? `a ${tokenTypes[allowed]} token` : 'this token';
};

const commandFor = ({ kind, role = 'public' }: Caller, permission: string): string =>
  kind === 'token'
    ? `npx lectern token create --name NAME --type custom --allow ${permission}`
    : `npx lectern role allow ${role} ${permission}`;

/** For `setMissingPermissionError`. It names a type that the caller may not see, so it must not run in production. */
export const missingPermissionError = (caller: Caller, action: string, uid: string): ApiError => {
  const permission = `${uid}.${action}`;
  return forbidden(
    `Forbidden: ${describeCaller(caller)} has no permission ${permission}. To give it: ${commandFor(caller, permission)}. ` +
      'Only `lectern dev` says this',
  );
};

// The roles that a user can have, as the choices of a select.
import type { Role } from '../../api/roles.ts';

/** The public role is for callers that are not logged in. */
export const roleChoices = (roles: readonly Role[]): { value: string; label: string }[] =>
  roles.filter(({ type }) => type !== 'public').map(({ id, name }) => ({ value: String(id), label: name }));

// How users are named to other people.

/**
 * @param user what is stored of a user
 * @returns the username, of an address only what is before the `@`: addresses are for whoever may find users
 */
export const displayNameOf = ({ id, username }: { readonly id?: unknown; readonly username?: unknown }): string => {
  const [name = ''] = typeof username === 'string' ? username.split('@') : [];
  return name.trim() === '' ? `User ${String(id)}` : name;
};

// The screen to which a login leads.

/**
 * @param search of the login's address: `?from=%2Fcontent%2Farticles`
 * @returns a path inside of the editor; never an address of another site
 */
export const returnAddress = (search: string): string => {
  const from = new URLSearchParams(search).get('from') ?? '/';
  // A browser reads `//` and `/\` as the beginning of another host.
  return /^\/(?![/\\])/.test(from) ? from : '/';
};

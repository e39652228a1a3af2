// The types of API tokens. Not in access/, because the help of the command line loads none of that code.

export const tokenTypes = ['read-only', 'published-only', 'full-access', 'custom'] as const;
export type TokenType = (typeof tokenTypes)[number];

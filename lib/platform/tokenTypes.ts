// The types of API tokens.

export const tokenTypes = ['read-only', 'published-only', 'full-access', 'custom'] as const;
export type TokenType = (typeof tokenTypes)[number];

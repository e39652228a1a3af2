// API tokens. The key of a token is only in the answer that creates or replaces it.
import { queryOptions } from '@tanstack/react-query';
import { get, request } from './client.ts';

export const tokenTypes = ['published-only', 'read-only', 'full-access', 'custom'] as const;

export type TokenType = (typeof tokenTypes)[number];

export interface ApiToken {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly type: TokenType;
  readonly permissions: readonly string[] | null;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

/** What can be changed later. */
export interface TokenValues {
  readonly name: string;
  readonly description: string;
  readonly type: TokenType;
  /** Of a custom token. */
  readonly permissions?: readonly string[];
}

export interface NewToken extends TokenValues {
  /** Milliseconds; null: it does not expire. */
  readonly lifespan: number | null;
}

const path = '/admin/api-tokens';

export const tokensKey = ['tokens'] as const;

export const tokensQuery = queryOptions({
  queryKey: tokensKey,
  queryFn: async () => (await get<{ data: readonly ApiToken[] }>(path)).data,
});

interface WithKey {
  readonly data: ApiToken & { readonly accessKey: string };
}

/** @returns the key @throws ApiError */
export const createToken = async (token: NewToken): Promise<string> =>
  (await request<WithKey>(path, { method: 'POST', body: token })).body.data.accessKey;

/** The key stays. @throws ApiError 400 for a name that another token has */
export const updateToken = async (id: number, values: TokenValues): Promise<void> => {
  await request(`${path}/${id}`, { method: 'PUT', body: values });
};

/** @returns the new key @throws ApiError */
export const regenerateToken = async (id: number): Promise<string> =>
  (await request<WithKey>(`${path}/${id}/regenerate`, { method: 'POST', body: {} })).body.data.accessKey;

/** @throws ApiError */
export const revokeToken = async (id: number): Promise<void> => {
  await request(`${path}/${id}`, { method: 'DELETE' });
};

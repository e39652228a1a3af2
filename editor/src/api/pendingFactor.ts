// A login that waits for a second factor, as the error of the login says it.
import { ApiError } from './sendRequest.ts';

/** What a user can confirm with. */
export type FactorMethod = 'passkey' | 'totp' | 'recovery' | 'password';

export interface PendingFactor {
  readonly challenge: string;
  /** Empty: the user must set up a factor first. */
  readonly methods: readonly Exclude<FactorMethod, 'password'>[];
  readonly rememberDays: number;
}

/** @returns undefined for another error */
export const pendingFactorOf = (error: unknown): PendingFactor | undefined =>
  error instanceof ApiError && error.kind === 'SecondFactorError' && 'challenge' in error.details
    ? (error.details as unknown as PendingFactor) // of lib/accounts/factors
    : undefined;

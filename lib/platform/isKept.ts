// Whether a process may still use what it keeps for a limited time.

/**
 * @param until when the time ends
 * @param now by the same clock
 * @param lifetimeMs how long it is kept
 * @returns also false if the clock was set back since: it would be kept for as long as that was
 */
export const isKept = (until: number, now: number, lifetimeMs: number): boolean =>
  until > now && until - now <= lifetimeMs;

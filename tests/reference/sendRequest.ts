// How scenarios send requests, and what they read of the answers.

export interface Reply {
  readonly status: number;
  // Answers have many shapes, and scenarios read into them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface Call {
  /** A string is sent as it is, a FormData as a form, anything else as JSON. */
  readonly body?: unknown;
  /** A type of token, the token of a logged-in user, or null for no credentials. */
  readonly as?: 'full-access' | 'read-only' | { readonly token: string } | null;
}

/** Sends one request, with full access by default. */
export type SendRequest = (method: string, url: string, call: Call) => Promise<Reply>;

// Declares what tests send to an API, and what they get.
import type { TokenType } from '../../lib/platform/tokenTypes.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // Answers have many shapes, and tests read into them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface Call {
  readonly body?: unknown;
  /** A type of token, a token, or null for no credentials; full-access by default. */
  readonly as?: TokenType | { readonly token: string } | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether `body` is base64 of bytes. */
  readonly isBase64Encoded?: boolean;
}

export type Send = (method: string, url: string, call?: Call) => Promise<Reply>;

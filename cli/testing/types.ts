// Types of a running test instance.
import type { Settings } from '../../lib/platform/config/index.ts';
import type { Documents } from '../../lib/platform/extensions/index.ts';
import type { TestSession, TestToken, TestUser } from './testUsers.ts';

export interface StartOptions {
  /** The folder of the project; the current folder by default. */
  readonly root?: string;
  /** The environment variables of Lectern; those of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Settings from `defineConfig`, in place of those of `lectern.json`. */
  readonly config?: Settings;
}

export interface FetchOptions extends RequestInit {
  /** An API token or the JWT of a user; null: none. By default a token with full access. */
  readonly token?: string | null;
}

/** A running instance, which nobody else uses. */
export interface Lectern {
  /** The address of the API, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The token for the routes below `/admin`: webhooks and tokens. */
  readonly ownerToken: string;
  /**
   * As the global `fetch`, with full access if `token` is not set. A text as `body` is sent as JSON.
   *
   * @param path path and query: `/api/articles?populate=*`
   */
  readonly fetch: (path: string, options?: FetchOptions) => Promise<Response>;
  /**
   * Creates an API token.
   *
   * @throws Error naming every unknown permission
   */
  readonly token: (token: TestToken) => Promise<string>;
  /**
   * Creates a user and logs it in.
   *
   * @throws Error for invalid values, and for an unknown role or permission
   */
  readonly login: (user?: TestUser) => Promise<TestSession>;
  /**
   * Adds permissions to a role, such as `public`.
   *
   * @param permissions `article.find` or `api::article.article.find`
   * @throws Error for an unknown role or permission
   */
  readonly allow: (role: string, ...permissions: string[]) => Promise<void>;
  /**
   * Reads and writes documents as the system, with the hooks of the project: as `documents.asSystem` in an extension. Read it
   * again after `reset`.
   */
  readonly documents: Documents;
  /** Runs what follows from writes: calls webhooks and handlers of events, until nothing is left to do. */
  readonly deliverEvents: () => Promise<void>;
  /** Deletes everything that was written: documents, files, users, tokens. Ids begin at 1 again. */
  readonly reset: () => Promise<void>;
  /** Stops the instance and deletes its database. */
  readonly stop: () => Promise<void>;
}

// Shows tests the commands that this process sends to MongoDB. The driver's own events would decode each answer a second time.
import { createRequire } from 'node:module';
import type { Document } from 'mongodb';

export interface Command {
  readonly db: string;
  readonly command: Document;
}

interface Connection {
  command: (namespace: { readonly db: string }, command: Document, ...more: readonly unknown[]) => Promise<unknown>;
}

const require = createRequire(import.meta.url);
// The cast is safe for the driver of package.json: each command of each client is sent by this method.
const { prototype } = require('mongodb/lib/cmap/connection.js').Connection as { readonly prototype: Connection };

const listeners = new Set<(command: Command) => void>();

const { command: send } = prototype;

prototype.command = function (this: Connection, namespace, command, ...more) {
  for (const listener of listeners) listener({ db: namespace.db, command });
  return send.call(this, namespace, command, ...more);
};

/**
 * @param listener receives each command before it is sent
 * @returns a function that ends this
 */
export const onCommand = (listener: (command: Command) => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The parts of a write that the driver sends beside the command are a list as well. */
export const listOf = (parts: unknown): readonly Document[] =>
  Array.isArray(parts)
    ? (parts as readonly Document[])
    : ((parts as { readonly documents?: readonly Document[] } | undefined)?.documents ?? []);

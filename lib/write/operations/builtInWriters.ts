// How `documents` writes users and files: their areas come after this one, so programs hand their rules in. The bundle of a
// function has a module in place of this one (cli/bundle).
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Locales } from '../../read/query/index.ts';
import type { PreparedWrite } from '../documents/index.ts';
import type { CallerWrites } from './callerWrites.ts';

/** On whose behalf a user or a file is written; `writes` has the hooks that the write causes. */
export interface BuiltInWriteContext {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
  readonly writes: CallerWrites;
}

/** Prepares the writes of a built-in type, with the rules of its REST API. */
export interface BuiltInWriter {
  /** Undefined: project code cannot create documents of this type. */
  readonly create?: (context: BuiltInWriteContext, data: unknown) => Promise<PreparedWrite<StoredDocument>>;
  readonly update: (
    context: BuiltInWriteContext,
    documentId: string,
    data: unknown,
  ) => Promise<PreparedWrite<StoredDocument>>;
  readonly delete: (context: BuiltInWriteContext, documentId: string) => Promise<PreparedWrite<void>>;
}

type Writers = Readonly<Record<string, BuiltInWriter>>;

let writers: Writers = {};

/** @param byUid the writers by the uid of their type */
export const useBuiltInWriters = (byUid: Writers): void => {
  writers = byUid;
};

/** @throws Error if the program did not hand in the writer of the type */
export const builtInWriterOf = (uid: string): BuiltInWriter => {
  const writer = writers[uid];
  if (writer === undefined) throw new Error(`this program does not write ${uid}`);
  return writer;
};

// Makes the project's hooks callable for the writer.
import { projectCallerOf, type Caller } from '../../platform/access/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import {
  ProjectCodeError,
  type DocumentsAccess,
  type FromFile,
  type ProjectCaller,
  type TypeExtension,
} from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';
import { invalid } from '../../errors.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Hook, HookFault, HookedDeletion, HookedWrite } from '../documents/index.ts';
import { callerWrites, type HooksFor } from './callerWrites.ts';
import { documentsAccessOf, type OperationRunner } from './documents.ts';
import { callInTransaction } from './transactionOperations.ts';

/** How deep hooks may write documents whose hooks write documents. */
const maxDepth = 10;

/** `seo.title` as its names; list indexes as text. */
const pathOf = (path: string | readonly (string | number)[]): readonly string[] =>
  typeof path === 'string' ? path.split('.') : path.map(String);

/** What each hook gets beside the values. */
interface HookContext {
  readonly caller: ProjectCaller;
  readonly documents: DocumentsAccess;
}

/** The hooks that hooks of this depth cause; depth 0: those of a request. */
const hooksAtDepth = (depth: number): HooksFor => {
  const hooksOf = <Name extends 'beforeWrite' | 'validate' | 'beforeDelete', Input, Output>(
    service: Service,
    caller: Caller,
    { uid }: ContentType,
    name: Name,
    call: (hook: NonNullable<TypeExtension[Name]>, input: Input, context: HookContext) => Promise<Output>,
  ): readonly Hook<Input, Output>[] =>
    (service.extensions?.types.get(uid) ?? []).flatMap(({ file, value }: FromFile<TypeExtension>) => {
      const hook = value[name];
      if (hook === undefined) return [];
      const fullName = `${name} of ${uid} in ${file}`;
      const run = (unit: Transaction, input: Input, beforeUse: () => Promise<void>): Promise<Output> => {
        if (depth > maxDepth) {
          const message = `hooks write documents whose hooks write documents, more than ${maxDepth} times: do they end?`;
          throw new ProjectCodeError(fullName, new Error(message));
        }
        const callHook = (operations: OperationRunner): Promise<Output> => {
          const writes = callerWrites(hooksAtDepth(depth + 1));
          const documents = documentsAccessOf({ service, caller, writes, operations });
          return call(hook, input, { caller: projectCallerOf(caller), documents });
        };
        return callInTransaction(fullName, unit, callHook, beforeUse);
      };
      return [{ name: fullName, run }];
    });

  return {
    write: (service, caller, type) => {
      const beforeWrite = hooksOf(service, caller, type, 'beforeWrite', (hook, write: HookedWrite, context) =>
        Promise.resolve(hook({ ...write, ...context })),
      );
      const validate = hooksOf(service, caller, type, 'validate', async (hook, write: HookedWrite, context) => {
        const faults: HookFault[] = [];
        await hook({
          ...write,
          ...context,
          fail: (path, message) => {
            faults.push({ path: pathOf(path), message });
          },
        });
        return faults;
      });
      return beforeWrite.length + validate.length === 0 ? undefined : { beforeWrite, validate };
    },
    delete: (service, caller, type) => {
      const hooks = hooksOf(service, caller, type, 'beforeDelete', async (hook, deletion: HookedDeletion, context) => {
        await hook({
          ...deletion,
          ...context,
          refuse: (message) => {
            throw invalid(message);
          },
        });
      });
      return hooks.length === 0 ? undefined : hooks;
    },
  };
};

/** The hooks of the project on the writes of a caller. */
export const hooksFor: HooksFor = hooksAtDepth(0);

// Hooks that record how they are called.
import { defineExtension, type Extension, type TypeExtension } from '../../../lib/platform/extensions/index.ts';

/** `create published en: a user` */
export type RecordedCall = string;

/** @param attribute the attribute that identifies documents in the record */
export const recordingExtension = (uids: Readonly<Record<string, string>>, calls: RecordedCall[]): Extension => {
  const recording = (attribute: string): TypeExtension => ({
    beforeWrite: ({ data, previous, operation, status, locale, caller }) => {
      const before = previous === undefined ? '' : `${previous[attribute]} > `;
      calls.push(`${operation} ${status} ${locale ?? '-'} ${caller.kind}: ${before}${data[attribute]}`);
    },
    validate: ({ data }) => {
      calls.push(`validate ${data[attribute]}`);
    },
    beforeDelete: ({ document, locale, caller }) => {
      calls.push(`delete ${locale ?? '-'} ${caller.kind}: ${document[attribute]}`);
    },
  });
  return defineExtension({
    types: Object.fromEntries(Object.entries(uids).map(([uid, attribute]) => [uid, recording(attribute)])),
  });
};

/**
 * Takes the recorded calls. Each `beforeWrite` must be followed by its `validate`, which is left out.
 */
export const takeCalls = (calls: RecordedCall[]): readonly RecordedCall[] => {
  const all = calls.splice(0);
  return all.filter((call, index) => {
    if (!call.startsWith('validate')) return true;
    const before = all[index - 1] ?? '';
    if (!before.endsWith(call.replace('validate ', ''))) throw new Error(`${call} without its beforeWrite`);
    return false;
  });
};

// Answers the operations on deleted documents.
import { checkBody, type Handlers } from '../../contracts/index.ts';
import { invalidCursor } from '../../platform/cursors.ts';
import type { Service } from '../../platform/service.ts';
import { builtInUids } from '../../schema/index.ts';
import { runWrite, type PreparedWrite } from '../../write/documents/index.ts';
import { trashContract } from './contract.ts';
import { eraseAll, eraseOne, type EraseBytes } from './eraseTrash.ts';
import { listTrash } from './listTrash.ts';
import { readRemoved } from './readRemoved.ts';
import { answerRestore, restoreRemoved } from './restoreRemoved.ts';
import type { TrashContext } from './trashContext.ts';

/** What happens to the bytes of files, which only the media library knows. */
export interface TrashedBytes {
  readonly erase: EraseBytes;
  /** @returns a write that also gives the bytes of a restored file back */
  readonly withRestored: <T>(
    service: Service,
    type: TrashContext['type'],
    documentId: string,
    write: PreparedWrite<T>,
  ) => PreparedWrite<T>;
  /** Whether bytes of these files must still be moved or deleted. */
  readonly hasUnfinishedMoves: (service: Service, documentIds: readonly string[]) => Promise<boolean>;
}

/** @returns the time before which the next page begins @throws ApiError 400 for a text that is no cursor */
const timeOf = (cursor: string | undefined): Date | undefined => {
  const time = cursor === undefined ? undefined : new Date(cursor);
  if (time !== undefined && Number.isNaN(time.getTime())) throw invalidCursor();
  return time;
};

/** undefined: every deleted locale */
const oneLocale = (locale: string | undefined): string | undefined => (locale === '*' ? undefined : locale);

/** @param bytes for the files among the documents */
export const trashHandlers = (bytes: TrashedBytes): Handlers<typeof trashContract, Service, TrashContext> => {
  const isMoving = async ({ service, type }: TrashContext, documentIds: readonly string[]): Promise<boolean> =>
    type.uid === builtInUids.file && (await bytes.hasUnfinishedMoves(service, documentIds));
  return {
    findTrash: ({ page: { pageSize, cursor } }, _, context) => listTrash(context, { pageSize, before: timeOf(cursor) }),
    emptyTrash: async ({ query: { 'pagination[cursor]': cursor } }, _, context) => {
      const { erased, nextCursor } = await eraseAll(context, timeOf(cursor), bytes.erase);
      return {
        data: { erased: erased.length, isComplete: nextCursor === null },
        meta: { pagination: { nextCursor } },
        isMoving: await isMoving(context, erased),
      };
    },
    findRemoved: ({ params: { documentId }, text }, _, context) => readRemoved(context, text, documentId),
    restoreRemoved: async ({ params: { documentId }, query: { locale }, body }, service, context) => {
      const { data = {} } = checkBody(trashContract, 'restoreRemoved', body);
      const restore = await restoreRemoved(context, documentId, oneLocale(locale), data);
      const restored = await runWrite(service, bytes.withRestored(service, context.type, documentId, restore));
      return { ...(await answerRestore(context, restored)), isMoving: await isMoving(context, [documentId]) };
    },
    eraseRemoved: async ({ params: { documentId }, query: { locale } }, _, context) => {
      await eraseOne(context, documentId, oneLocale(locale), bytes.erase);
      return { isMoving: await isMoving(context, [documentId]) };
    },
  };
};

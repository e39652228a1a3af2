// Restores deleted documents and files: asks for other values where these are taken, and says what came back.
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTrashTexts } from '../messages/useTrashTexts.ts';
import { ApiError } from '../api/client.ts';
import { allDocumentsKey } from '../api/documents.ts';
import { useMay } from '../api/editor.ts';
import { useLocales } from '../api/locales.ts';
import { mediaKey } from '../api/media.ts';
import { useSchema } from '../api/schema.ts';
import { restoreDocument, restoreFaultsOf, trashQuery, type RemovedAddress, type Restored } from '../api/trash.ts';
import { randomId } from '../ui/randomId.ts';
import { useErrorText } from '../ui/useErrorText.ts';
import { useServerText } from '../ui/useServerText.ts';
import { RestoredNotice } from './RestoredNotice.tsx';
import { TakenValuesForm } from './TakenValuesForm.tsx';

export interface RestoreTarget extends RemovedAddress {
  /** Names it; undefined if it has no title. */
  readonly title: string | undefined;
}

interface Outcome {
  readonly restored: readonly (Restored & RestoreTarget)[];
  readonly failed: number;
  /** Of the last that failed. */
  readonly error: unknown;
}

/** @returns a function that restores documents of one type, one after another; what fails does not keep back the others */
export const useRestore = (): ((targets: readonly RestoreTarget[]) => Promise<void>) => {
  const t = useTrashTexts();
  const errorText = useErrorText();
  const serverText = useServerText();
  const client = useQueryClient();
  const router = useRouter();
  const schema = useSchema();
  const locales = useLocales();
  const may = useMay();

  /** @returns undefined if the user gives up */
  const askForValues = (target: RestoreTarget, error: unknown): Promise<Restored | undefined> =>
    new Promise((resolve) => {
      const modalId = randomId();
      const end = (restored: Restored | undefined) => {
        resolve(restored);
        modals.close(modalId);
      };
      modals.open({
        modalId,
        title: t('taken.title'),
        onClose: () => resolve(undefined),
        children: (
          <TakenValuesForm
            address={target}
            title={target.title}
            attributes={schema.types.get(target.uid)?.attributes ?? {}}
            faults={restoreFaultsOf(error)}
            onRestored={end}
            onCancel={() => end(undefined)}
          />
        ),
      });
    });

  const restoreOne = async (target: RestoreTarget): Promise<Restored | undefined> => {
    try {
      return await restoreDocument(target);
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409 && error.faults.length > 0;
      if (!isTaken || !may('update', target.uid)) throw error;
      return askForValues(target, error);
    }
  };

  const restoreAll = async (
    targets: readonly RestoreTarget[],
    onProgress: (done: number) => void,
  ): Promise<Outcome> => {
    const restored: (Restored & RestoreTarget)[] = [];
    let failed = 0;
    let lastError: unknown;
    for (const [index, target] of targets.entries()) {
      try {
        const found = await restoreOne(target);
        if (found !== undefined) restored.push({ ...target, ...found });
      } catch (error) {
        failed += 1;
        lastError = error;
      }
      onProgress(index + 1);
    }
    return { restored, failed, error: lastError };
  };

  const showRestored = (restored: Outcome['restored']): void => {
    const [first] = restored;
    if (first === undefined) return;
    const lostLinks = restored.flatMap((one) => one.lostLinks);
    const isOne = restored.length === 1;
    const standard = locales.find(({ isDefault }) => isDefault)?.code ?? '';
    const text = !isOne
      ? t('restored', { count: restored.length })
      : first.title === undefined
        ? t('restoredOne')
        : t('restoredNamed', { title: first.title });
    const locale = first.locales.includes(standard) ? undefined : first.locales[0];
    notifications.show({
      color: lostLinks.length === 0 ? 'green' : 'yellow',
      autoClose: lostLinks.length === 0 ? 10_000 : false,
      message: (
        <RestoredNotice
          {...{ router, schema, text, lostLinks }}
          target={isOne ? { uid: first.uid, documentId: first.documentId, locale } : undefined}
        />
      ),
    });
  };

  return async (targets) => {
    const total = targets.length;
    const id = randomId();
    const messageOf = (done: number) => t('restoring', { done, total });
    const progress = { id, loading: true, autoClose: false, withCloseButton: false } as const;
    if (total > 1) notifications.show({ ...progress, message: messageOf(0) });
    const { restored, failed, error } = await restoreAll(targets, (done) => {
      if (total > 1) notifications.update({ ...progress, message: messageOf(done) });
    });
    notifications.hide(id);
    showRestored(restored);
    // The message of a conflict says what to do.
    const message = error instanceof ApiError && error.status === 409 ? serverText(error.message) : errorText(error);
    if (failed > 0)
      notifications.show({ color: 'red', role: 'alert', message: t('failed', { count: failed, message }) });
    const uid = targets[0]?.uid ?? '';
    // Other documents have their links again.
    const changed = [trashQuery(uid).queryKey, mediaKey, allDocumentsKey];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
};

// Says that something was deleted, and offers to restore it.
import { notifications } from '@mantine/notifications';
import { useTrashTexts } from '../messages/useTrashTexts.ts';
import { useTrash } from '../api/useTrash.ts';
import { showActionNotice } from '../ui/showActionNotice.tsx';
import { useRestore, type RestoreTarget } from './useRestore.tsx';

/** @returns a function that shows `message`, with a button that restores `targets`, which are of one type */
export const useDeletedNotice = (): ((message: string, targets: readonly RestoreTarget[]) => void) => {
  const t = useTrashTexts();
  const { mayRestore } = useTrash();
  const restore = useRestore();
  return (message, targets) => {
    const [first] = targets;
    if (first === undefined || !mayRestore(first.uid)) notifications.show({ message, color: 'green' });
    else showActionNotice(message, t('restore'), () => void restore(targets));
  };
};

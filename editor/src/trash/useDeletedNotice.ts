// Says before and after a deletion what the way back is.
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

/** @returns a function for the question before a deletion; `count` is how many documents or files are deleted */
export const useDeleteText = (uid: string): ((count: number) => string) => {
  const t = useTrashTexts();
  const { days, mayRestore } = useTrash();
  return (count) => {
    if (days === 0) return t('final');
    // Others may restore it.
    if (!mayRestore(uid)) return '';
    return t(count === 1 ? 'kept' : 'keptMany', { days });
  };
};

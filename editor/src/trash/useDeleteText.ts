// What a question before a deletion says of the way back.
import { useTrashTexts } from '../messages/useTrashTexts.ts';
import { useTrash } from '../api/useTrash.ts';

/** @returns a function; `count` is how many documents or files are deleted */
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

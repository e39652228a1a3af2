// Asks, and removes the app or a passkey of the user.
import { factorsKey, removeFactor } from '../../api/factors.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';

/** @returns a function of `totp` or the id of a passkey, and the name that the question has */
export const useRemoveFactor = () => {
  const t = useFactorTexts();
  const confirm = useConfirm();
  const { mutate } = useAction({
    run: ({ factor }: { readonly factor: string; readonly name: string }) => removeFactor(factor),
    changes: factorsKey,
    message: ({ name }) => t('removed', { name }),
  });
  return (factor: string, name: string) => {
    confirm({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      confirm: t('remove'),
      onConfirm: () => {
        mutate({ factor, name });
      },
    });
  };
};

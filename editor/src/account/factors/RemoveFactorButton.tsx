// A button that asks, and removes the app or a passkey of the user.
import { factorsKey, removeFactor } from '../../api/factors.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useAction } from '../../ui/useAction.ts';

interface Props {
  /** `totp`, or the id of a passkey. */
  readonly factor: string;
  /** As the user knows it. */
  readonly name: string;
}

export const RemoveFactorButton = ({ factor, name }: Props) => {
  const t = useFactorTexts();
  const { mutate } = useAction({
    run: () => removeFactor(factor),
    changes: factorsKey,
    message: t('removed', { name }),
  });
  return (
    <ConfirmButton
      variant="default"
      aria-label={t('removeNamed', { name })}
      label={t('remove')}
      title={t('removeTitle', { name })}
      text={t('removeText')}
      onConfirm={mutate}
    />
  );
};

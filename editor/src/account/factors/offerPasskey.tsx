// Offers a passkey once after a login with the password.
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { factorsQuery } from '../../api/factors.ts';
import { hasPasskeys } from '../../api/hasPasskeys.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';

const storageKey = 'lectern-passkey-offered';

const Title = () => useFactorTexts()('offerTitle');

interface OfferProps {
  readonly onAccept: () => void;
}

const Offer = ({ onAccept }: OfferProps) => {
  const t = useFactorTexts();
  return (
    <>
      {t('offerText')}{' '}
      <Anchor component="button" type="button" size="sm" onClick={onAccept}>
        {t('addPasskey')}
      </Anchor>
    </>
  );
};

/**
 * Shows a notification, unless this browser has shown it before, or the user has a passkey or cannot have one.
 *
 * @param openAccount goes to the screen that adds one
 */
export const offerPasskey = async (queryClient: QueryClient, openAccount: () => void): Promise<void> => {
  if (!hasPasskeys() || localStorage.getItem(storageKey) !== null) return;
  // Of a member of the site, or with factors turned off, the API says so.
  const state = await queryClient.query({ ...factorsQuery, retry: false }).catch(() => undefined);
  if (state === undefined || !state.canUsePasskeys || state.passkeys.length > 0) return;
  localStorage.setItem(storageKey, 'yes');
  const id = notifications.show({
    title: <Title />,
    autoClose: 20_000,
    message: (
      <Offer
        onAccept={() => {
          notifications.hide(id);
          openAccount();
        }}
      />
    ),
  });
};

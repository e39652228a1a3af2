// What can be done with one token.
import { Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslations } from 'use-intl';
import { regenerateToken, revokeToken, tokensKey, type ApiToken } from '../../api/tokens.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useAction } from '../../ui/useAction.ts';
import { TokenKeyText } from './TokenKeyText.tsx';

export const TokenActions = ({ token: { id, name } }: { readonly token: ApiToken }) => {
  const t = useTranslations('admin.tokens');
  const revoke = useAction({ run: () => revokeToken(id), changes: tokensKey });
  const regenerate = useAction({
    run: () => regenerateToken(id),
    changes: tokensKey,
    onSuccess: (accessKey) => {
      modals.open({ title: name, children: <TokenKeyText accessKey={accessKey} /> });
    },
  });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <ConfirmButton
        size="xs"
        variant="default"
        label={t('regenerate')}
        title={t('regenerateTitle', { name })}
        text={t('regenerateText')}
        onConfirm={() => {
          regenerate.mutate(undefined);
        }}
      />
      <ConfirmButton
        size="xs"
        variant="light"
        color="red"
        label={t('revoke')}
        title={t('revokeTitle', { name })}
        text={t('revokeText')}
        onConfirm={() => {
          revoke.mutate(undefined);
        }}
      />
    </Group>
  );
};

// What can be done with one token.
import { Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslations } from 'use-intl';
import { regenerateToken, revokeToken, tokensKey, type ApiToken } from '../../api/tokens.ts';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { TokenKeyText } from './TokenKeyText.tsx';

export const TokenActions = ({ token: { id, name } }: { readonly token: ApiToken }) => {
  const t = useTranslations('admin.tokens');
  const confirm = useConfirm();
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
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          confirm({
            title: t('regenerateTitle', { name }),
            text: t('regenerateText'),
            confirm: t('regenerate'),
            onConfirm: () => {
              regenerate.mutate(undefined);
            },
          });
        }}
      >
        {t('regenerate')}
      </Button>
      <Button
        size="xs"
        variant="light"
        color="red"
        onClick={() => {
          confirm({
            title: t('revokeTitle', { name }),
            text: t('revokeText'),
            confirm: t('revoke'),
            onConfirm: () => {
              revoke.mutate(undefined);
            },
          });
        }}
      >
        {t('revoke')}
      </Button>
    </Group>
  );
};

// The user's own factors: what there is, and changes of them.
import { Alert, Button, Card, Divider, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter } from 'use-intl';
import {
  factorsKey,
  factorsQuery,
  makeRecoveryCodes,
  setUpWith,
  type FactorName,
  type FactorState,
} from '../../api/factors.ts';
import { ApiError } from '../../api/client.ts';
import { hasPasskeys } from '../../api/hasPasskeys.ts';
import { linkedAccountQuery } from '../../api/providers.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { dateFormats } from '../../ui/dateFormats.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { useAction } from '../../ui/useAction.ts';
import { AccountRow } from '../AccountRow.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RemoveFactorButton } from './RemoveFactorButton.tsx';
import { SetUpFactor } from './SetUpFactor.tsx';

const RecoveryRow = ({ left }: { readonly left: number }) => {
  const t = useFactorTexts();
  const { mutate, isPending } = useAction({
    run: makeRecoveryCodes,
    changes: factorsKey,
    onSuccess: (codes) => {
      modals.open({
        title: t('recoveryCodes'),
        // The codes are never shown again.
        closeOnClickOutside: false,
        children: (
          <RecoveryCodes
            codes={codes}
            onKept={() => {
              modals.closeAll();
            }}
          />
        ),
      });
    },
  });
  return (
    <AccountRow title={t('recoveryCodes')} text={t('codesLeft', { count: left })}>
      <ConfirmButton
        variant="default"
        loading={isPending}
        label={t('newCodes')}
        title={t('newCodesTitle')}
        text={t('newCodesText')}
        onConfirm={mutate}
      />
    </AccountRow>
  );
};

interface RowProps {
  readonly state: FactorState;
  readonly onSetUp: (factor: FactorName) => void;
}

const TotpRow = ({ state: { totp }, onSetUp }: RowProps) => {
  const t = useFactorTexts();
  const format = useFormatter();
  const text =
    totp === null
      ? t('appText')
      : t('appSince', { time: format.dateTime(new Date(totp.createdAt), dateFormats.datetime) });
  return (
    <AccountRow title={t('app')} text={text}>
      <Button
        variant="default"
        onClick={() => {
          onSetUp('totp');
        }}
      >
        {t(totp === null ? 'addApp' : 'replaceApp')}
      </Button>
      {totp === null ? null : <RemoveFactorButton factor="totp" name={t('app')} />}
    </AccountRow>
  );
};

const PasskeysRow = ({ state: { canUsePasskeys }, onSetUp }: RowProps) => {
  const t = useFactorTexts();
  return (
    <AccountRow title={t('passkeys')} text={t(canUsePasskeys ? 'passkeysText' : 'noPasskeys')}>
      {canUsePasskeys && hasPasskeys() ? (
        <Button
          variant="default"
          onClick={() => {
            onSetUp('passkey');
          }}
        >
          {t('addPasskey')}
        </Button>
      ) : null}
    </AccountRow>
  );
};

export const FactorsCard = () => {
  const t = useFactorTexts();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(factorsQuery);
  const { data: linked } = useQuery(linkedAccountQuery);
  const [factor, setFactor] = useState<FactorName>();
  const [setUp] = useState(() => setUpWith());
  const close = () => {
    setFactor(undefined);
    void queryClient.invalidateQueries({ queryKey: factorsKey });
  };
  // The site has turned factors off, or the user does not work in the editor.
  if (error instanceof ApiError && [403, 404].includes(error.status)) return null;
  const hasNoFactor = data?.totp === null && data.passkeys.length === 0;
  return (
    <Card withBorder padding="lg">
      <Stack>
        <div>
          <Title order={2} size="h4">
            {t('title')}
          </Title>
          <Text size="sm" c="dimmed">
            {linked ? t('descriptionWithProvider', linked) : t('description')}
          </Text>
        </div>
        {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
        {/* Where a provider logs the user in, there is no password that somebody could learn. */}
        {hasNoFactor && (data.required || linked === null) ? (
          <Alert color={data.required ? 'red' : 'yellow'}>{t(data.required ? 'required' : 'none')}</Alert>
        ) : null}
        {data === undefined ? (
          <Skeleton height={96} />
        ) : (
          <>
            <PasskeysRow state={data} onSetUp={setFactor} />
            {data.passkeys.length === 0 ? null : <PasskeyList passkeys={data.passkeys} />}
            <Divider />
            <TotpRow state={data} onSetUp={setFactor} />
            {hasNoFactor ? null : (
              <>
                <Divider />
                <RecoveryRow left={data.recoveryCodes} />
              </>
            )}
          </>
        )}
      </Stack>
      <Modal
        opened={factor !== undefined}
        onClose={close}
        // The recovery codes are never shown again.
        closeOnClickOutside={false}
        title={t(factor === 'totp' ? 'app' : 'addPasskey')}
      >
        {factor === undefined ? null : <SetUpFactor factor={factor} setUp={setUp} onDone={close} />}
      </Modal>
    </Card>
  );
};

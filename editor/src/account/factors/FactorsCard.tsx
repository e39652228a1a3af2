// The user's own factors: what there is, and changes of them.
import { Alert, Button, Card, Divider, Modal, Stack, Title } from '@mantine/core';
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
import { Loaded } from '../../ui/Loaded.tsx';
import { useAction } from '../../ui/useAction.ts';
import { TitledRow } from '../../ui/TitledRow.tsx';
import { PasskeyList, RemoveFactorButton } from './PasskeyList.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpFactor } from './SetUpFactor.tsx';
import { Hint } from '../../ui/Hint.tsx';

const RecoveryRow = ({ left }: { readonly left: number }) => {
  const t = useFactorTexts();
  const action = useAction({
    run: makeRecoveryCodes,
    changes: factorsKey,
    onSuccess: (codes) => {
      modals.open({
        title: t('recoveryCodes'),
        // The codes are never shown again.
        closeOnClickOutside: false,
        children: <RecoveryCodes codes={codes} onKept={modals.closeAll} />,
      });
    },
  });
  return (
    <TitledRow title={t('recoveryCodes')} text={t('codesLeft', { count: left })}>
      <ConfirmButton
        variant="default"
        label={t('newCodes')}
        title={t('newCodesTitle')}
        text={t('newCodesText')}
        action={action}
      />
    </TitledRow>
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
    <TitledRow title={t('app')} text={text}>
      <Button variant="default" onClick={() => onSetUp('totp')}>
        {t(totp === null ? 'addApp' : 'replaceApp')}
      </Button>
      {totp === null ? null : <RemoveFactorButton factor="totp" name={t('app')} />}
    </TitledRow>
  );
};

const PasskeysRow = ({ state: { canUsePasskeys }, onSetUp }: RowProps) => {
  const t = useFactorTexts();
  return (
    <TitledRow title={t('passkeys')} text={t(canUsePasskeys ? 'passkeysText' : 'noPasskeys')}>
      {canUsePasskeys && hasPasskeys() ? (
        <Button variant="default" onClick={() => onSetUp('passkey')}>
          {t('addPasskey')}
        </Button>
      ) : null}
    </TitledRow>
  );
};

export const FactorsCard = () => {
  const t = useFactorTexts();
  const queryClient = useQueryClient();
  const query = useQuery(factorsQuery);
  const { data, error } = query;
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
          <Hint>{linked ? t('descriptionWithProvider', linked) : t('description')}</Hint>
        </div>
        <Loaded query={query} height={96}>
          {(state) => (
            <>
              {/* Where a provider logs the user in, there is no password that somebody could learn. */}
              {hasNoFactor && (state.required || linked === null) ? (
                <Alert color={state.required ? 'red' : 'yellow'}>{t(state.required ? 'required' : 'none')}</Alert>
              ) : null}
              <PasskeysRow state={state} onSetUp={setFactor} />
              {state.passkeys.length === 0 ? null : <PasskeyList passkeys={state.passkeys} />}
              <Divider />
              <TotpRow state={state} onSetUp={setFactor} />
              {hasNoFactor ? null : (
                <>
                  <Divider />
                  <RecoveryRow left={state.recoveryCodes} />
                </>
              )}
            </>
          )}
        </Loaded>
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

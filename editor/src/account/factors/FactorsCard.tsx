// The user's own factors: what there is, and changes of them.
import { Alert, Button, Card, Group, Modal, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useFormatter } from 'use-intl';
import {
  factorsKey,
  factorsQuery,
  makeRecoveryCodes,
  removeFactor,
  renamePasskey,
  setUpWith,
  type FactorName,
  type FactorState,
  type Passkey,
} from '../../api/factors.ts';
import { ApiError } from '../../api/client.ts';
import { hasPasskeys } from '../../api/hasPasskeys.ts';
import { linkedAccountQuery } from '../../api/providers.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpFactor } from './SetUpFactor.tsx';

const useTime = (): ((time: string) => string) => {
  const format = useFormatter();
  return (time) => format.dateTime(new Date(time), { dateStyle: 'medium', timeStyle: 'short' });
};

/** Asks, and removes the app or a passkey. */
const useRemove = () => {
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

const RenameForm = ({ passkey }: { readonly passkey: Passkey }) => {
  const t = useFactorTexts();
  const [name, setName] = useState(passkey.name);
  const { mutate, isPending } = useAction({
    run: () => renamePasskey(passkey.id, name),
    changes: factorsKey,
    onSuccess: () => {
      modals.closeAll();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('passkeyName')}
          required
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const PasskeyRow = ({ passkey }: { readonly passkey: Passkey }) => {
  const t = useFactorTexts();
  const time = useTime();
  const remove = useRemove();
  const { id, name, createdAt, usedAt } = passkey;
  return (
    <Group component="li" justify="space-between">
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {usedAt === null ? t('passkeyAdded', { time: time(createdAt) }) : t('passkeyUsed', { time: time(usedAt) })}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          aria-label={t('renameNamed', { name })}
          onClick={() => {
            modals.open({ title: t('renameNamed', { name }), children: <RenameForm passkey={passkey} /> });
          }}
        >
          {t('rename')}
        </Button>
        <Button
          variant="default"
          aria-label={t('removeNamed', { name })}
          onClick={() => {
            remove(id, name);
          }}
        >
          {t('remove')}
        </Button>
      </Group>
    </Group>
  );
};

const RecoveryPart = ({ left }: { readonly left: number }) => {
  const t = useFactorTexts();
  const confirm = useConfirm();
  const { mutate, isPending } = useAction({
    run: makeRecoveryCodes,
    changes: factorsKey,
    onSuccess: (codes) => {
      modals.open({
        title: t('recoveryCodes'),
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
    <Group justify="space-between">
      <div>
        <Text fw={500}>{t('recoveryCodes')}</Text>
        <Text size="sm" c="dimmed">
          {t('codesLeft', { count: left })}
        </Text>
      </div>
      <Button
        variant="default"
        loading={isPending}
        onClick={() => {
          confirm({
            title: t('newCodesTitle'),
            text: t('newCodesText'),
            confirm: t('newCodes'),
            onConfirm: () => {
              mutate(undefined);
            },
          });
        }}
      >
        {t('newCodes')}
      </Button>
    </Group>
  );
};

interface PartsProps {
  readonly state: FactorState;
  readonly onSetUp: (kind: FactorName) => void;
}

const TotpPart = ({ state: { totp }, onSetUp }: PartsProps) => {
  const t = useFactorTexts();
  const time = useTime();
  const remove = useRemove();
  return (
    <Group justify="space-between">
      <div>
        <Text fw={500}>{t('app')}</Text>
        {totp === null ? null : (
          <Text size="sm" c="dimmed">
            {t('appSince', { time: time(totp.createdAt) })}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => {
            onSetUp('totp');
          }}
        >
          {t(totp === null ? 'addApp' : 'replaceApp')}
        </Button>
        {totp === null ? null : (
          <Button
            variant="default"
            aria-label={t('removeNamed', { name: t('app') })}
            onClick={() => {
              remove('totp', t('app'));
            }}
          >
            {t('remove')}
          </Button>
        )}
      </Group>
    </Group>
  );
};

const PasskeysPart = ({ state: { passkeys, canUsePasskeys }, onSetUp }: PartsProps) => {
  const t = useFactorTexts();
  const isPossible = canUsePasskeys && hasPasskeys();
  return (
    <>
      <Group justify="space-between">
        <Text fw={500}>{t('passkeys')}</Text>
        {isPossible ? (
          <Button
            variant="default"
            onClick={() => {
              onSetUp('passkey');
            }}
          >
            {t('addPasskey')}
          </Button>
        ) : null}
      </Group>
      {canUsePasskeys ? null : (
        <Text size="sm" c="dimmed">
          {t('noPasskeys')}
        </Text>
      )}
      {passkeys.length === 0 ? null : (
        <Stack component="ul" m={0} p={0}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </Stack>
      )}
    </>
  );
};

export const FactorsCard = () => {
  const t = useFactorTexts();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(factorsQuery);
  const { data: linked } = useQuery(linkedAccountQuery);
  const [kind, setKind] = useState<FactorName>();
  const [setUp] = useState(() => setUpWith());
  const close = () => {
    setKind(undefined);
    void queryClient.invalidateQueries({ queryKey: factorsKey });
  };
  // The site has turned factors off, or the user does not work in the editor.
  if (error instanceof ApiError && [403, 404].includes(error.status)) return null;
  const isNone = data?.totp === null && data.passkeys.length === 0;
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
        {isNone && (data.required || linked === null) ? (
          <Alert color={data.required ? 'red' : 'yellow'}>{t(data.required ? 'required' : 'none')}</Alert>
        ) : null}
        {data === undefined ? (
          <Skeleton height={96} />
        ) : (
          <>
            <PasskeysPart state={data} onSetUp={setKind} />
            <TotpPart state={data} onSetUp={setKind} />
            {isNone ? null : <RecoveryPart left={data.recoveryCodes} />}
          </>
        )}
      </Stack>
      <Modal opened={kind !== undefined} onClose={close} title={t(kind === 'totp' ? 'app' : 'addPasskey')}>
        {kind === undefined ? null : <SetUpFactor kind={kind} setUp={setUp} onDone={close} />}
      </Modal>
    </Card>
  );
};

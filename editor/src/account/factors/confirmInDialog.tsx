// Asks for a factor in a dialog, before a request that needs it is sent again.
import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { getOwnPasskey, stepUp } from '../../api/factors.ts';
import { builtUrl } from '../../api/pageSettings.ts';
import type { FactorMethod } from '../../api/pendingFactor.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { FactorForm } from './FactorForm.tsx';

const Title = () => useFactorTexts()('stepUpTitle');

interface ContentProps {
  readonly methods: readonly FactorMethod[];
  readonly onConfirmed: () => void;
}

const Content = ({ methods, onConfirmed }: ContentProps) => {
  const t = useFactorTexts();
  return (
    <Stack>
      <Text>{t(methods.length === 0 ? 'stepUpLogin' : 'stepUpText')}</Text>
      {methods.length === 0 ? (
        <Button component="a" href={builtUrl('logout')}>
          {t('logout')}
        </Button>
      ) : (
        <FactorForm methods={methods} getPasskey={getOwnPasskey} confirm={stepUp} onConfirmed={onConfirmed} />
      )}
    </Stack>
  );
};

let open: Promise<boolean> | undefined;

const ask = (methods: readonly FactorMethod[]): Promise<boolean> =>
  new Promise((resolve) => {
    let isConfirmed = false;
    const focused = document.activeElement;
    const id = modals.open({
      title: <Title />,
      // Mantine looks for the focus after the form has taken it.
      returnFocus: false,
      children: (
        <Content
          methods={methods}
          onConfirmed={() => {
            isConfirmed = true;
            modals.close(id);
          }}
        />
      ),
      onClose: () => {
        resolve(isConfirmed);
        if (focused instanceof HTMLElement) focused.focus();
      },
    });
  });

/** Asks once for all requests that wait. @returns whether the user confirmed */
export const confirmInDialog = (methods: readonly FactorMethod[]): Promise<boolean> => {
  open ??= ask(methods).finally(() => {
    open = undefined;
  });
  return open;
};

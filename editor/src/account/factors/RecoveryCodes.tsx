// Shows recovery codes, which no later answer contains.
import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { pageSettings } from '../../api/pageSettings.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import classes from './RecoveryCodes.module.css';

interface Props {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

const look = { variant: 'default', size: 'xs', px: 'xs' } as const;

/** The form before has ended, and with it what had the focus. */
const focusOnMount = (element: HTMLElement | null) => {
  element?.focus();
};

export const RecoveryCodes = ({ codes, onKept }: Props) => {
  const t = useFactorTexts();
  const common = useTranslations('common');
  const text = codes.join('\n');
  return (
    <Stack>
      <Alert color="yellow" tabIndex={-1} data-autofocus ref={focusOnMount} title={t('keepCodesTitle')}>
        {t('keepCodes')}
      </Alert>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" grow preventGrowOverflow={false}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button {...look} onClick={copy}>
              {copied ? common('copied') : t('copyCodes')}
            </Button>
          )}
        </CopyButton>
        <Button
          {...look}
          component="a"
          href={`data:text/plain,${encodeURIComponent(text)}`}
          download={`${pageSettings.name} – ${t('recoveryCodes')}.txt`}
        >
          {t('downloadCodes')}
        </Button>
        <Button {...look} onClick={() => print()}>
          {t('printCodes')}
        </Button>
      </Group>
      <Button onClick={onKept}>{t('codesKept')}</Button>
    </Stack>
  );
};

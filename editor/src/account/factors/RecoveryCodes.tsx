// Shows recovery codes, which no later answer contains.
import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import classes from './RecoveryCodes.module.css';

interface Props {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

export const RecoveryCodes = ({ codes, onKept }: Props) => {
  const t = useFactorTexts();
  const common = useTranslations('common');
  return (
    <Stack>
      <Alert color="yellow" title={t('recoveryCodes')}>
        {t('keepCodes')}
      </Alert>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? common('copied') : t('copyCodes')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onKept}>{t('codesKept')}</Button>
      </Group>
    </Stack>
  );
};

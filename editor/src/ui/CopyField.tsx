// A text that the user copies, such as a link or a token that is shown once.
import { ActionIcon, CopyButton, TextInput } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';

interface Props {
  readonly label: string;
  readonly value: string;
}

export const CopyField = ({ label, value }: Props) => {
  const t = useTranslations('common');
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      styles={{
        input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 'var(--mantine-font-size-xs)' },
      }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon variant="subtle" aria-label={copied ? t('copied') : t('copy')} onClick={copy}>
              {copied ? <CheckIcon /> : <CopyIcon />}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  );
};

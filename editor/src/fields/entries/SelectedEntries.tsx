// What can be done with the selected entries of a list.
import { Button, Group, Text } from '@mantine/core';
import { CopyIcon, MoveToEndIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';

interface Props {
  readonly count: number;
  readonly onCopy: () => void;
  /** Absent: the entries cannot be removed. */
  readonly onCut?: () => void;
}

export const SelectedEntries = ({ count, onCopy, onCut }: Props) => {
  const t = useTranslations('form.entries');
  return (
    <Group gap="xs" role="group" aria-label={t('selection')}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('selected', { count })}
      </Text>
      <Button variant="default" size="compact-sm" leftSection={<CopyIcon />} disabled={count === 0} onClick={onCopy}>
        {t('copy')}
      </Button>
      {onCut === undefined ? null : (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<MoveToEndIcon />}
          disabled={count === 0}
          onClick={onCut}
        >
          {t('cut')}
        </Button>
      )}
    </Group>
  );
};

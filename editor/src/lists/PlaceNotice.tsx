// Says that rows come before the first one, because the address names a later place.
import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';

export const PlaceNotice = ({ onStart }: { readonly onStart: () => void }) => {
  const t = useTranslations('lists');
  return (
    <Group px="lg" py={4} gap="xs">
      <Text size="sm" c="dimmed">
        {t('fromCursor')}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={onStart}>
        {t('toStart')}
      </Button>
    </Group>
  );
};

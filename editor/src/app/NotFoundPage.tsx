// The screen of an unknown address.
import { Center, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';

export const NotFoundPage = () => {
  const t = useTranslations('app');
  return (
    <Center h="100%">
      <Text>{t('notFound')}</Text>
    </Center>
  );
};

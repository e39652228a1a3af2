// The list of the type in the address.
import { Center, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSchema } from '../api/schema.ts';
import { ListScreen } from './ListScreen.tsx';

export const ListPage = () => {
  const t = useTranslations('lists');
  const { type: name } = useParams({ strict: false });
  const { types } = useSchema();
  const type = [...types.values()].find((one) => one.kind === 'collectionType' && one.name === name);
  if (type === undefined)
    return (
      <Center h="100%" p="md">
        <Text>{t('noType')}</Text>
      </Center>
    );
  // Each list has its own columns and selection.
  return <ListScreen key={type.uid} type={type} />;
};

// Stands for rows that are loading.
import { Skeleton, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './lists.module.css';

export const ListSkeleton = () => {
  const t = useTranslations('common');
  return (
    <Stack className={classes.scroller} gap="sm" p="lg" role="status" aria-label={t('loading')}>
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} h="2rem" />
      ))}
    </Stack>
  );
};

// Reads the next page of a list.
import { Button, Center } from '@mantine/core';
import type { InfiniteQueryObserverBaseResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

interface Props {
  readonly query: Pick<InfiniteQueryObserverBaseResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** Nothing if there are no more pages. */
export const MoreButton = ({ query }: Props) => {
  const t = useTranslations('common');
  return query.hasNextPage ? (
    <Center mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('more')}
      </Button>
    </Center>
  ) : null;
};

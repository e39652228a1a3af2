// Reads the next page of a list.
import { Button, Center } from '@mantine/core';
import type { InfiniteQueryObserverBaseResult } from '@tanstack/react-query';

interface Props {
  readonly query: Pick<InfiniteQueryObserverBaseResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  readonly label: string;
}

/** Nothing if there are no more pages. */
export const MoreButton = ({ query, label }: Props) =>
  query.hasNextPage ? (
    <Center mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </Center>
  ) : null;

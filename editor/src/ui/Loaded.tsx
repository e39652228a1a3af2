// What a query reads: that it is loading, why it failed, or what is made of its data.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorMessage } from './ErrorMessage.tsx';

/** A part of the result of `useQuery`. */
export interface Loadable<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface Props<T> {
  readonly query: Loadable<T>;
  /** Of what is loading. */
  readonly height?: number;
  /** Data that was read before stays below the error of reading it again. */
  readonly children: (data: T) => ReactNode;
}

export const Loaded = <T,>({ query: { data, error, refetch }, height = 160, children }: Props<T>) => {
  const t = useTranslations('common');
  return (
    <>
      {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data !== undefined ? (
        children(data)
      ) : error === null ? (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={height} radius="md" />
        </div>
      ) : null}
    </>
  );
};

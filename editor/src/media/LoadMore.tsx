// Loads the next page when the end of the files comes near; the button is for keyboards, and for pages that failed.
import { Button, Center } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';

interface Props {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

export const LoadMore = ({ isLoading, hasFailed, onMore }: Props) => {
  const t = useTranslations('media');
  const element = useRef<HTMLDivElement>(null);
  const isWaiting = !isLoading && !hasFailed;
  const load = useEffectEvent(onMore);
  useEffect(() => {
    if (element.current === null || !isWaiting) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) load();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [isWaiting]);
  return (
    <Center ref={element} py="md">
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {t('more')}
      </Button>
    </Center>
  );
};

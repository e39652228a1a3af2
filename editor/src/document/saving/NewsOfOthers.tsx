// Says in the header who else changed the document while it is open, and what.
import { Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { labelOf } from '../../schema/labelOf.ts';
import type { DocumentSaver } from './DocumentSaver.ts';
import { useNews } from './useSavingState.ts';

export const NewsOfOthers = ({ saver }: { readonly saver: DocumentSaver }) => {
  const t = useTranslations('document.news');
  const format = useFormatter();
  const news = useNews(saver);
  if (news === undefined) return null;
  const attributes = format.list(news.attributes.map(labelOf));
  return (
    <Text size="sm" c="dimmed" role="status" aria-live="polite" lineClamp={2}>
      {news.by === undefined ? t('somebody', { attributes }) : t('by', { name: news.by, attributes })}
    </Text>
  );
};

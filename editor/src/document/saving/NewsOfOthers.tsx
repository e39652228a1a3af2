// Says in the header who else changed the document while it is open, and what.
import { Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { useEditor } from '../../api/editor.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import type { DocumentSaver } from './DocumentSaver.ts';
import { useNews } from './useSavingState.ts';

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
}

export const NewsOfOthers = ({ form, saver }: Props) => {
  const t = useTranslations('document.news');
  const format = useFormatter();
  const { user } = useEditor();
  const news = useNews(saver);
  if (news === undefined) return null;
  const attributes = format.list(news.attributes.map((name) => attributeLabel(form.type.attributes, name)));
  const { by } = news;
  const text =
    by === undefined ? t('somebody', { attributes }) : t(by === user.username ? 'own' : 'by', { name: by, attributes });
  return (
    <Text size="sm" c="dimmed" role="status" aria-live="polite" lineClamp={2}>
      {text}
    </Text>
  );
};

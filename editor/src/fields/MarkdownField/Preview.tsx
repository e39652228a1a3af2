// Markdown as readers see it. HTML in the text is shown as text, and links to scripts lead nowhere.
import { Text } from '@mantine/core';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useTranslations } from 'use-intl';
import classes from './MarkdownField.module.css';

export default function Preview({ text }: { readonly text: string }) {
  const t = useTranslations('fields.markdown');
  if (text.trim() === '')
    return (
      <Text className={classes.preview ?? ''} c="dimmed">
        {t('empty')}
      </Text>
    );
  return (
    <div className={classes.preview} dir="auto">
      <Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>
    </div>
  );
}

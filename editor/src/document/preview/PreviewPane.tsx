// The page of the site that shows the draft, beside the form. It loads again after each save.
import { CloseButton, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Preview } from './usePreview.ts';
import classes from './PreviewPane.module.css';

export const PreviewPane = ({ preview }: { readonly preview: Preview }) => {
  const t = useTranslations('document.preview');
  const common = useTranslations('common');
  return (
    <aside className={classes.pane} aria-label={t('title')}>
      <Group justify="space-between" px="md" py="xs">
        <Text fw={600}>{t('title')}</Text>
        <CloseButton aria-label={common('close')} onClick={preview.close} />
      </Group>
      {/* Another key makes another frame, which loads the page again. */}
      <iframe
        key={preview.version}
        className={classes.frame}
        src={preview.url}
        title={t('title')}
        // The site cannot lead the editor's own window elsewhere.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      />
    </aside>
  );
};

// The page of the site that shows the draft, beside the form. After each save it updates itself, or is loaded again.
import { ActionIcon, CloseButton, Group, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { MoonIcon, SunIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentForm } from '../../form/formStore.ts';
import type { WantedField } from './frameMessages.ts';
import type { Preview } from './usePreview.ts';
import { usePreviewFrame } from './usePreviewFrame.ts';
import classes from './PreviewPane.module.css';

/** Pixels; the page gets smaller where the pane is narrower. */
const widths = { fit: undefined, phone: 390, tablet: 820, desktop: 1280 } as const;

type Width = keyof typeof widths;

interface Props {
  readonly preview: Preview;
  readonly form: DocumentForm;
  readonly onField: (wanted: WantedField) => void;
}

const PreviewPane = ({ preview, form, onField }: Props) => {
  const t = useTranslations('document.preview');
  const common = useTranslations('common');
  const { ref, key } = usePreviewFrame(preview, form, onField);
  const [chosen, setChosen] = useState<Width>('fit');
  const [isDark, setIsDark] = useState(false);
  const { ref: areaRef, width: areaWidth } = useElementSize();
  const width = widths[chosen] ?? areaWidth;
  const scale = Math.min(1, areaWidth / width) || 1;
  return (
    <aside className={classes.pane} aria-label={t('title')}>
      <Group justify="space-between" px="md" py="xs" wrap="nowrap">
        <Text fw={600}>{t('title')}</Text>
        <Group gap="xs" wrap="nowrap">
          <SegmentedControl
            size="xs"
            aria-label={t('width')}
            data={(Object.keys(widths) as Width[]).map((value) => ({ value, label: t(`widths.${value}`) }))}
            value={chosen}
            onChange={setChosen}
          />
          <Tooltip label={t('dark')}>
            <ActionIcon
              variant="default"
              aria-label={t('dark')}
              aria-pressed={isDark}
              onClick={() => {
                setIsDark(!isDark);
              }}
            >
              {isDark ? <MoonIcon /> : <SunIcon />}
            </ActionIcon>
          </Tooltip>
          <CloseButton aria-label={common('close')} onClick={preview.close} />
        </Group>
      </Group>
      <div ref={areaRef} className={classes.area}>
        <iframe
          key={key}
          ref={ref}
          className={classes.frame}
          src={preview.url}
          title={t('title')}
          style={{
            width: widths[chosen] ?? '100%',
            height: `${100 / scale}%`,
            transform: `scale(${scale})`,
            colorScheme: isDark ? 'dark' : 'light',
          }}
          // The site cannot lead the editor's own window elsewhere.
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        />
      </div>
    </aside>
  );
};

export default PreviewPane;

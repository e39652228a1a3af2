// The pane that shows pages of the site: its heading, and how wide and in which colors it shows them.
import { ActionIcon, CloseButton, Group, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { MoonIcon, SunIcon } from '@primer/octicons-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePreviewTexts } from '../../messages/usePreviewTexts.ts';
import classes from './PreviewPane.module.css';

/** In pixels. */
const widths = { fit: undefined, phone: 390, tablet: 820, desktop: 1280 } as const;

type Width = keyof typeof widths;

/** How pages are shown. */
interface View {
  /** In pixels; undefined: that of the pane. */
  readonly width: number | undefined;
  readonly isDark: boolean;
}

interface Props {
  readonly title: string;
  /** `both`: two pages are side by side. */
  readonly version: 'draft' | 'published' | 'both';
  /** Beside the heading. */
  readonly tools: ReactNode;
  /** Beside the choice of the width. */
  readonly choices: ReactNode;
  readonly onClose: () => void;
  readonly children: (view: View) => ReactNode;
}

export const PaneFrame = ({ title, version, tools, choices, onClose, children }: Props) => {
  const t = usePreviewTexts();
  const common = useTranslations('common');
  const [width, setWidth] = useState<Width>('fit');
  const [isDark, setIsDark] = useState(false);
  return (
    <aside className={classes.pane} data-version={version} aria-label={title}>
      <div className={classes.header}>
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>{title}</Text>
          <Group gap="xs" wrap="nowrap">
            {tools}
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
            <CloseButton aria-label={common('close')} onClick={onClose} />
          </Group>
        </Group>
        <Group gap="xs">
          {choices}
          <SegmentedControl
            size="xs"
            aria-label={t('width')}
            data={(Object.keys(widths) as Width[]).map((value) => ({ value, label: t(`widths.${value}`) }))}
            value={width}
            onChange={setWidth}
          />
        </Group>
      </div>
      <div className={classes.frames}>{children({ width: widths[width], isDark })}</div>
    </aside>
  );
};

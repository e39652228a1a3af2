// The pane that shows pages of the site: its heading, and how wide and in which colors it shows them.
import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { MoonIcon, SunIcon } from '@primer/octicons-react';
import { useState, type ReactNode } from 'react';
import { usePreviewTexts } from '../../messages/usePreviewTexts.ts';
import { SidePanel } from '../SidePanel.tsx';
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
  const [width, setWidth] = useState<Width>('fit');
  const [isDark, { toggle }] = useDisclosure();
  return (
    <SidePanel
      {...{ title, onClose }}
      width={version === 'both' ? '60%' : '45%'}
      isQuiet
      tools={
        <>
          {tools}
          <Tooltip label={t('dark')}>
            <ActionIcon variant="default" aria-label={t('dark')} aria-pressed={isDark} onClick={toggle}>
              {isDark ? <MoonIcon /> : <SunIcon />}
            </ActionIcon>
          </Tooltip>
        </>
      }
      choices={
        <>
          {choices}
          <SegmentedControl
            size="xs"
            aria-label={t('width')}
            data={(Object.keys(widths) as Width[]).map((value) => ({ value, label: t(`widths.${value}`) }))}
            value={width}
            onChange={setWidth}
          />
        </>
      }
    >
      <div className={classes.frames}>{children({ width: widths[width], isDark })}</div>
    </SidePanel>
  );
};

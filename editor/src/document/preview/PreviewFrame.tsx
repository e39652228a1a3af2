// A page of the site in a frame. After each save it updates itself, or is loaded again.
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentForm } from '../../form/formStore.ts';
import { usePreviewTexts } from '../../messages/usePreviewTexts.ts';
import type { WantedField } from './frameMessages.ts';
import { usePreviewFrame, type PageProblem } from './usePreviewFrame.ts';
import classes from './PreviewPane.module.css';

interface Props {
  readonly url: string;
  /** Whether the page has drafts, and so must say that it is a preview. */
  readonly isDraft: boolean;
  /** As in `Preview`. */
  readonly updates: number;
  readonly title: string;
  /** Tells which page it is, where there are two. */
  readonly caption: string | undefined;
  /** In pixels; the page gets smaller where the frame is narrower. Undefined: that of the frame. */
  readonly width: number | undefined;
  readonly isDark: boolean;
  /** The form beside the page; undefined: there is none. */
  readonly form: DocumentForm | undefined;
  readonly onField: (wanted: WantedField) => void;
}

interface ProblemProps {
  readonly problem: PageProblem;
  readonly url: string;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

const Problem = ({ problem, url, onReload, onClose }: ProblemProps) => {
  const t = usePreviewTexts();
  const common = useTranslations('common');
  // The token of the link is a secret.
  const { origin, pathname } = new URL(url, window.location.href);
  return (
    <Alert
      role="status"
      color={problem === 'away' ? 'red' : 'yellow'}
      title={t(`problems.${problem}.title`)}
      radius={0}
      withCloseButton
      closeButtonLabel={common('close')}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Anchor href={url} target="_blank" rel="noreferrer" inherit c="inherit" underline="always">
          {origin + pathname}
        </Anchor>
      </Text>
      <Text size="sm" my={4}>
        {t(`problems.${problem}.text`)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onReload}>
        {t('reload')}
      </Button>
    </Alert>
  );
};

export const PreviewFrame = ({ url, isDraft, updates, title, caption, width, isDark, form, onField }: Props) => {
  const { ref, key, problem, onLoad, reload } = usePreviewFrame({ url, updates, form, onField });
  /** It stays closed after a save, which may load the page again. */
  const [closed, setClosed] = useState<PageProblem>();
  const { ref: areaRef, width: areaWidth } = useElementSize();
  const scale = Math.min(1, areaWidth / (width ?? areaWidth)) || 1;
  return (
    <div className={classes.page}>
      {caption === undefined ? null : (
        <Text size="xs" fw={600} px="md" pb={4}>
          {caption}
        </Text>
      )}
      {problem === undefined || problem === closed || (problem === 'silent' && !isDraft) ? null : (
        <Problem
          problem={problem}
          url={url}
          onReload={() => {
            setClosed(undefined);
            reload();
          }}
          onClose={() => setClosed(problem)}
        />
      )}
      <div ref={areaRef} className={classes.area}>
        <iframe
          key={key}
          ref={ref}
          className={classes.frame}
          src={url}
          title={title}
          onLoad={onLoad}
          style={{
            width: width ?? '100%',
            height: `${100 / scale}%`,
            transform: `scale(${scale})`,
            colorScheme: isDark ? 'dark' : 'light',
          }}
          // The site cannot lead the editor's own window elsewhere.
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        />
      </div>
    </div>
  );
};

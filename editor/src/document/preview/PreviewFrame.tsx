// A page of the site in a frame. After each save it updates itself, or is loaded again.
import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { DocumentForm } from '../../form/formStore.ts';
import type { WantedField } from './frameMessages.ts';
import { usePreviewFrame } from './usePreviewFrame.ts';
import classes from './PreviewPane.module.css';

interface Props {
  readonly url: string;
  /** As in `Preview`. */
  readonly updates: number;
  readonly title: string;
  /** Tells which page it is, where there are two. */
  readonly caption: string | undefined;
  /** In pixels; the page gets smaller where the frame is narrower. Undefined: that of the frame. */
  readonly width: number | undefined;
  readonly isDark: boolean;
  readonly form: DocumentForm;
  readonly onField: (wanted: WantedField) => void;
}

export const PreviewFrame = ({ url, updates, title, caption, width, isDark, form, onField }: Props) => {
  const { ref, key } = usePreviewFrame({ url, updates, form, onField });
  const { ref: areaRef, width: areaWidth } = useElementSize();
  const scale = Math.min(1, areaWidth / (width ?? areaWidth)) || 1;
  return (
    <div className={classes.page}>
      {caption === undefined ? null : (
        <Text size="xs" fw={600} px="md" pb={4}>
          {caption}
        </Text>
      )}
      <div ref={areaRef} className={classes.area}>
        <iframe
          key={key}
          ref={ref}
          className={classes.frame}
          src={url}
          title={title}
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

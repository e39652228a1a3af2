// A text of a file, such as its alternative text. It is stored with the file when the field is left.
import { Text, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useDescribed, useUpdateFile } from '../api/media.ts';
import type { MediaFile } from '../api/mediaQueries.ts';
import { autoDirection } from './autoDirection.ts';
import { GrowingTextarea } from './GrowingTextarea.tsx';
import { textProps } from './inputProps.ts';
import { useServerText } from './useServerText.ts';

type TextProperty = 'name' | 'alternativeText' | 'caption';

interface Props {
  readonly file: Pick<MediaFile, 'id' | 'name'> & Partial<Pick<MediaFile, TextProperty>>;
  readonly property: TextProperty;
  readonly size?: 'xs' | 'sm';
  /** Shown above the field. */
  readonly label?: string;
  /** For a field without a label: what it is, and of which file. */
  readonly ariaLabel?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly multiline?: boolean;
}

export const FileTextInput = ({ file, property, size = 'sm', multiline = false, ariaLabel, ...texts }: Props) => {
  const t = useTranslations('fields.media');
  const serverText = useServerText();
  const stored = useDescribed(file)[property] ?? '';
  const [text, setText] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const update = useUpdateFile();
  // Another field of the same file can change it, and so can another user.
  if (stored !== seen) {
    setSeen(stored);
    if (text.trim() === seen) setText(stored);
  }
  const save = (): void => {
    const typed = text.trim();
    if (typed === stored) return;
    // A file always has a name.
    if (property === 'name' && typed === '') setText(stored);
    else update.mutate({ id: file.id, fileInfo: { [property]: typed === '' ? null : typed } });
  };
  const props = {
    ...texts,
    size,
    ...autoDirection,
    ...textProps(text, setText),
    error: update.error === null ? undefined : serverText(update.error.message),
    ...(ariaLabel === undefined ? {} : { 'aria-label': ariaLabel }),
    onBlur: save,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      save();
    },
  };
  return (
    <div>
      {multiline ? <GrowingTextarea {...props} minRows={2} maxRows={8} /> : <TextInput {...props} />}
      <Text size="xs" c="dimmed" role="status">
        {update.isPending ? t('saving') : update.isSuccess ? t('saved') : ''}
      </Text>
    </div>
  );
};

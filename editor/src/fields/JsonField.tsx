// A JSON value, edited as text. The form also holds text that is not valid JSON, but does not save it.
import { indentLess, indentMore } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { keymap, lineNumbers } from '@codemirror/view';
import { Button, Group, Input } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readJson, writeJson } from '../form/jsonText.ts';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';
import { CodeEditor } from './code/CodeEditor.tsx';
import { findJsonFault } from './code/findJsonFault.ts';

const language = [
  json(),
  lineNumbers(),
  bracketMatching(),
  indentOnInput(),
  // Tab leaves the field, as everywhere; these keys indent.
  keymap.of([
    { key: 'Mod-]', run: indentMore },
    { key: 'Mod-[', run: indentLess },
  ]),
];

export default function JsonField(props: FieldProps) {
  const { label, readOnly } = props;
  const t = useTranslations('fields.json');
  const { value, setValue, onBlur, id, error: refusal, frameProps } = useField(props);
  const [text, setText] = useState(() => writeJson(value));
  /** The value of the text. */
  const written = useRef(value);

  // Another value comes from undo, or from somebody else.
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    setText(writeJson(value));
  }, [value]);

  const fault = findJsonFault(text);
  const error = fault === undefined ? refusal : t('fault', { ...fault });
  const change = (next: string): void => {
    setText(next);
    const read = readJson(next);
    if (JSON.stringify(read) === JSON.stringify(written.current ?? null)) return;
    written.current = read;
    setValue(read);
  };

  return (
    <Input.Wrapper {...frameProps} error={error}>
      <CodeEditor
        {...{ id, label, language, readOnly, onBlur }}
        value={text}
        hasError={error !== undefined}
        hasFrame
        onChange={change}
      />
      {readOnly ? null : (
        <Group justify="flex-end" mt={4}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            disabled={fault !== undefined || text.trim() === ''}
            onClick={() => setText(writeJson(readJson(text)))}
          >
            {t('format')}
          </Button>
        </Group>
      )}
    </Input.Wrapper>
  );
}

// Markdown: its text, a toolbar, and a preview.
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorView } from '@codemirror/view';
import { SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, lazy, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { FieldProps } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { CodeEditor } from '../code/CodeEditor.tsx';
import { piecesOfMarkdown } from '../countWords.ts';
import { LinkDialog } from '../links/LinkDialog.tsx';
import { TextFrame } from '../TextFrame.tsx';
import { insertLink, type Edit, type Selected } from './commands.ts';
import { findPlace } from './findPlace.ts';
import { MarkdownToolbar } from './MarkdownToolbar.tsx';
import { placesField } from './places.ts';
import { tableKeys } from './tables.ts';
import { usePaste } from './usePaste.ts';

const language = [
  tableKeys,
  markdown({ base: markdownLanguage }),
  placesField,
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ dir: 'auto' }),
];

const Preview = lazy(() => import('./Preview.tsx'));

export default function MarkdownField(props: FieldProps) {
  const { name, label, readOnly } = props;
  const t = useTranslations('fields.markdown');
  const form = useForm();
  const isReading = useFormState(form, (state) => state.isReading());
  const { value, lang, onBlur, id, error, frameProps } = useField<string>(props);
  const [mode, setMode] = useState('write');
  const code = useRef<EditorView>(null);
  const [isLinking, linking] = useDisclosure();
  const { uploads, paste } = usePaste(code);

  const run = (command: (selected: Selected) => Edit): void => {
    const view = code.current;
    if (view === null) return;
    const { from, to } = view.state.selection.main;
    const edit = command({ text: view.state.doc.toString(), from, to });
    view.dispatch({
      changes: { from: edit.from, to: edit.to, insert: edit.insert },
      selection: { anchor: edit.anchor, head: edit.head },
      scrollIntoView: true,
    });
    view.focus();
  };

  return (
    <>
      <TextFrame
        {...{ label, frameProps, uploads, value, lang }}
        piecesOf={piecesOfMarkdown}
        toolbar={
          readOnly || mode === 'preview' ? (
            <span />
          ) : (
            <MarkdownToolbar label={label} onCommand={run} onLink={linking.open} />
          )
        }
        aside={
          <SegmentedControl
            size="xs"
            aria-label={t('mode', { label })}
            data={[
              { value: 'write', label: t('write') },
              // Without its editor, the field could not take what it reads.
              { value: 'preview', label: t('preview'), disabled: isReading },
            ]}
            value={mode}
            onChange={setMode}
          />
        }
        onMove={() => {
          const view = code.current;
          if (view === null) return;
          const { selection } = view.state;
          view.focus();
          // The browser has forgotten the selection, and CodeMirror does not know it.
          view.dispatch({ selection: { anchor: 0 } });
          view.dispatch({ selection });
        }}
      >
        {mode === 'preview' ? (
          <Suspense>
            <Preview text={value ?? ''} />
          </Suspense>
        ) : (
          <CodeEditor
            {...{ id, label, lang, language, readOnly, onBlur, findPlace }}
            onView={(view) => {
              code.current = view;
            }}
            value={value ?? ''}
            hasError={error !== undefined}
            hasFrame={false}
            onChange={(text, joining) => form.setValue(name, text === '' ? null : text, joining)}
            onInsert={paste}
            onLink={() => {
              if (!readOnly) linking.open();
            }}
          />
        )}
      </TextFrame>
      {isLinking ? (
        <LinkDialog
          onSet={(url, title) => run((selected) => insertLink(selected, url, title))}
          onClose={linking.close}
          onFocus={() => {
            code.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

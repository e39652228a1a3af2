// Markdown: its text, a toolbar, and a preview.
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorView } from '@codemirror/view';
import { Input, SegmentedControl } from '@mantine/core';
import { Suspense, lazy, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { FieldProps } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { CodeEditor, type CodeEditorHandle } from '../code/CodeEditor.tsx';
import { piecesOfMarkdown } from '../countWords.ts';
import { FullScreen, FullScreenButton, useFullScreen } from '../FullScreen.tsx';
import { LinkDialog } from '../links/LinkDialog.tsx';
import { TextCount } from '../TextCount.tsx';
import { insertLink, type Edit, type Selected } from './commands.ts';
import { UploadList } from '../../ui/UploadList.tsx';
import frame from '../textFrame.module.css';
import classes from './MarkdownField.module.css';
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
  const code = useRef<CodeEditorHandle>(null);
  const [isLinking, setIsLinking] = useState(false);
  const fullScreen = useFullScreen();
  const { uploads, paste } = usePaste(code);

  const run = (command: (selected: Selected) => Edit): void => {
    const view = code.current?.view();
    if (view === undefined) return;
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
    <Input.Wrapper {...frameProps}>
      <FullScreen
        label={label}
        state={fullScreen}
        onMove={() => {
          const view = code.current?.view();
          if (view === undefined) return;
          const { selection } = view.state;
          view.focus();
          // The browser has forgotten the selection, and CodeMirror does not know it.
          view.dispatch({ selection: { anchor: 0 } });
          view.dispatch({ selection });
        }}
      >
        <div className={frame.frame} data-error={error === undefined ? undefined : true}>
          <div className={frame.bar}>
            {readOnly || mode === 'preview' ? (
              <span />
            ) : (
              <MarkdownToolbar
                label={label}
                onCommand={run}
                onLink={() => {
                  setIsLinking(true);
                }}
              />
            )}
            <div className={classes.end}>
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
              {fullScreen.isOn ? null : <FullScreenButton {...fullScreen} />}
            </div>
          </div>
          {mode === 'preview' ? (
            <Suspense>
              <Preview text={value ?? ''} />
            </Suspense>
          ) : (
            <CodeEditor
              id={id}
              handle={code}
              label={label}
              lang={lang}
              language={language}
              value={value ?? ''}
              hasError={error !== undefined}
              hasFrame={false}
              readOnly={readOnly}
              onChange={(text, joining) => {
                form.setValue(name, text === '' ? null : text, joining);
              }}
              onInsert={paste}
              onBlur={onBlur}
              onLink={() => {
                if (!readOnly) setIsLinking(true);
              }}
              findPlace={findPlace}
              onUndo={form.undo}
              onRedo={form.redo}
            />
          )}
          <div className={frame.uploads}>
            <UploadList uploads={uploads} />
          </div>
          <TextCount value={value} lang={lang} piecesOf={piecesOfMarkdown} />
        </div>
      </FullScreen>
      {isLinking ? (
        <LinkDialog
          url={undefined}
          onSet={(url, title) => {
            run((selected) => insertLink(selected, url, title));
          }}
          onClose={() => {
            setIsLinking(false);
          }}
          onFocus={() => {
            code.current?.view()?.focus();
          }}
        />
      ) : null}
    </Input.Wrapper>
  );
}

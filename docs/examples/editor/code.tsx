import { useEffect, useRef } from 'react';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { CustomFieldProps } from 'lectern/editor';

const look = EditorView.theme({
  '&': {
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '8px',
    color: 'var(--mantine-color-text)',
  },
  '.cm-gutters': { background: 'transparent', color: 'var(--mantine-color-dimmed)', border: 'none' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', minHeight: '6em' },
});

export default function Code({ value, setValue, readOnly, label, inputProps }: CustomFieldProps<string>) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const first = useRef(value);
  useEffect(() => {
    if (place.current === null) return;
    // The page forbids <style> elements; in a shadow root CodeMirror needs none.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    const created = new EditorView({
      root,
      parent: root,
      doc: first.current ?? '',
      extensions: [
        html(),
        history(),
        lineNumbers(),
        look,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) setValue(state.doc.toString() || null);
        }),
      ],
    });
    view.current = created;
    return () => {
      first.current = created.state.doc.toString();
      created.destroy();
    };
  }, [label, readOnly, setValue]);
  // Another value comes from undo, or from somebody else.
  useEffect(() => {
    const { state } = view.current ?? {};
    if (state !== undefined && state.doc.toString() !== (value ?? ''))
      view.current?.dispatch({ changes: { from: 0, to: state.doc.length, insert: value ?? '' } });
  }, [value]);
  return <div id={inputProps.id} ref={place} />;
}

// A text area for code. CodeMirror is in a shadow root: elsewhere it adds <style> elements, which the
// Content-Security-Policy does not permit.
import type { EditorState, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { Joining } from '../../form/formStore.ts';
import { placeEvent } from '../../form/revealField.ts';
import frame from '../textFrame.module.css';
import { createView, setAttributes, setEditable, setText } from './createView.ts';

export interface CodeEditorHandle {
  readonly view: () => EditorView | undefined;
}

interface Props {
  readonly id: string;
  readonly label: string;
  /** The language of the text, if people write it. */
  readonly lang?: string | undefined;
  /** The same object in every render. */
  readonly language: Extension;
  readonly value: string;
  readonly hasError: boolean;
  /** False inside of another frame. */
  readonly hasFrame: boolean;
  readonly readOnly: boolean;
  readonly onChange: (value: string, joining: Joining) => void;
  /** See `createView`. */
  readonly onInsert?: (view: EditorView, data: DataTransfer, at?: number) => boolean;
  readonly onBlur: () => void;
  /** Asks for the address of a link, where texts have links. */
  readonly onLink?: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** Finds a place in the text: see `placeEvent`. */
  readonly findPlace?: (state: EditorState, letters: number) => number;
  readonly handle?: Ref<CodeEditorHandle>;
}

export const CodeEditor = (props: Props) => {
  const { id, label, lang, language, value, hasError, hasFrame, readOnly, handle } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useImperativeHandle(handle, () => ({ view: () => view.current }), []);

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const created = createView(root, language, latest.current.value, {
      onChange: (text, joining) => {
        latest.current.onChange(text, joining);
      },
      onInsert: (...what) => latest.current.onInsert?.(...what) ?? false,
      onBlur: () => {
        latest.current.onBlur();
      },
      onLink: () => {
        latest.current.onLink?.();
      },
      onUndo: () => {
        latest.current.onUndo();
      },
      onRedo: () => {
        latest.current.onRedo();
      },
    });
    view.current = created;
    const placeCursor = (event: Event): void => {
      const { findPlace } = latest.current;
      if (findPlace === undefined || !(event instanceof CustomEvent)) return;
      const anchor = findPlace(created.state, Number(event.detail));
      created.dispatch({ selection: { anchor }, scrollIntoView: true });
    };
    element.addEventListener(placeEvent, placeCursor);
    return () => {
      element.removeEventListener(placeEvent, placeCursor);
      view.current = undefined;
      created.destroy();
    };
  }, [language]);

  useEffect(() => {
    if (view.current !== undefined) setText(view.current, value);
  }, [value]);
  useEffect(() => {
    if (view.current !== undefined)
      setAttributes(view.current, {
        ...{ 'aria-label': label, 'aria-invalid': String(hasError) },
        ...(lang === undefined ? {} : { lang }),
      });
  }, [label, lang, hasError, language]);
  useEffect(() => {
    if (view.current !== undefined) setEditable(view.current, !readOnly);
  }, [readOnly, language]);

  // With a tabindex, scripts can focus it. `delegatesFocus` would choose the scroll area of the text.
  return (
    <div
      ref={host}
      id={id}
      className={hasFrame ? frame.frame : undefined}
      data-error={hasError || undefined}
      tabIndex={-1}
      onFocus={({ currentTarget }) => {
        if (currentTarget.shadowRoot?.activeElement === null) view.current?.focus();
      }}
    />
  );
};

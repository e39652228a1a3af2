// A text area for code. CodeMirror is in a shadow root: elsewhere it adds <style> elements, which the
// Content-Security-Policy does not permit.
import type { EditorState, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm } from '../../form/FormContext.tsx';
import { placeEvent } from '../../form/revealField.ts';
import frame from '../TextFrame.module.css';
import { configure, createView, setText, type Callbacks } from './createView.ts';

interface Props extends Callbacks {
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
  /** Finds a place in the text: see `placeEvent`. */
  readonly findPlace?: (state: EditorState, letters: number) => number;
  /** Gets the view, and null when it ends. */
  readonly onView?: (view: EditorView | null) => void;
}

export const CodeEditor = (props: Props) => {
  const { id, label, lang, language, value, hasError, hasFrame, readOnly } = props;
  const form = useForm();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useEffectEvent(() => props);

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const created = createView(root, language, latest().value, form, () => latest());
    view.current = created;
    latest().onView?.(created);
    const placeCursor = (event: Event): void => {
      const { findPlace } = latest();
      if (findPlace === undefined || !(event instanceof CustomEvent)) return;
      const anchor = findPlace(created.state, Number(event.detail));
      created.dispatch({ selection: { anchor }, scrollIntoView: true });
    };
    element.addEventListener(placeEvent, placeCursor);
    return () => {
      element.removeEventListener(placeEvent, placeCursor);
      view.current = null;
      latest().onView?.(null);
      created.destroy();
    };
  }, [form, language]);

  useEffect(() => {
    if (view.current !== null) setText(view.current, value);
  }, [value]);
  useEffect(() => {
    const attributes = {
      'aria-label': label,
      'aria-invalid': String(hasError),
      ...(lang === undefined ? {} : { lang }),
    };
    if (view.current !== null) configure(view.current, attributes, readOnly);
  }, [label, lang, hasError, readOnly, language]);

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

// Makes CodeMirror's views, and changes what depends on their field.
import { defaultKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView, drawSelection, keymap, type KeyBinding } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { commonEnds } from '../../form/cursor.ts';
import type { DocumentForm, Joining } from '../../form/formStore.ts';

const theme = EditorView.theme({
  '&': {
    color: 'var(--mantine-color-text)',
    fontSize: 'var(--mantine-font-size-sm)',
    '--lectern-code-name': 'light-dark(#0550ae, #79c0ff)',
    '--lectern-code-text': 'light-dark(#0a5c36, #7ee2a8)',
    '--lectern-code-value': 'light-dark(#9a3412, #ffab70)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: 'var(--text-min-height, 8rem)',
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '1.6',
  },
  '.cm-content': { padding: 'var(--mantine-spacing-sm)', caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-place': {
    padding: '0 0.5em',
    border: '1px dashed var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
    color: 'var(--mantine-color-dimmed)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-gutters': {
    border: 'none',
    background: 'transparent',
    color: 'var(--mantine-color-dimmed)',
  },
});

export interface Callbacks {
  readonly onChange: (text: string, joining: Joining) => void;
  /** Takes what is pasted or dropped. @param at where it is dropped @returns false: CodeMirror inserts the text */
  readonly onInsert?: (view: EditorView, data: DataTransfer, at?: number) => boolean;
  readonly onBlur: () => void;
  /** Asks for the address of a link, where texts have links. */
  readonly onLink?: () => void;
}

const settings = new Compartment();

/** Marks a change that does not come from the user. */
const external = Annotation.define<boolean>();

/** Whether a change belongs to the step of undo before it. What is pasted or dropped is a step of its own. */
export const joinStep = Annotation.define<Joining>();

const joiningOf = (transactions: readonly Transaction[]): Joining => {
  const named = transactions.map((transaction) => transaction.annotation(joinStep)).find((one) => one !== undefined);
  const isInserted = transactions.some((one) => one.isUserEvent('input.paste') || one.isUserEvent('input.drop'));
  return named ?? (isInserted ? 'never' : 'typing');
};

const highlight = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--mantine-color-anchor)' },
  { tag: [tags.propertyName, tags.keyword], color: 'var(--lectern-code-name)' },
  { tag: [tags.string, tags.monospace], color: 'var(--lectern-code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--lectern-code-value)' },
  { tag: tags.processingInstruction, color: 'var(--mantine-color-dimmed)' },
]);

/**
 * @param language how the text is read and coloured: see the fields
 * @param callbacks returns those of the last render
 */
export const createView = (
  root: ShadowRoot,
  language: Extension,
  text: string,
  { undo, redo }: DocumentForm,
  callbacks: () => Callbacks,
): EditorView => {
  const key = (key: string, callback: () => unknown): KeyBinding => ({
    key,
    run: () => {
      callback();
      return true;
    },
    stopPropagation: true,
    preventDefault: true,
  });
  const extensions = [
    // The steps of undo are those of the form.
    keymap.of([
      key('Mod-z', undo),
      key('Mod-Shift-z', redo),
      key('Mod-k', () => callbacks().onLink?.()),
      key('Mod-y', redo),
    ]),
    keymap.of(defaultKeymap),
    drawSelection(),
    syntaxHighlighting(highlight),
    theme,
    language,
    settings.of([]),
    EditorView.domEventHandlers({
      paste: ({ clipboardData }, view) => clipboardData !== null && callbacks().onInsert?.(view, clipboardData),
      drop: ({ dataTransfer, clientX: x, clientY: y }, view) =>
        dataTransfer !== null &&
        callbacks().onInsert?.(view, dataTransfer, view.posAtCoords({ x, y }) ?? view.state.doc.length),
    }),
    // The cursor does not go below the toolbar.
    EditorView.scrollMargins.of(() => ({ top: 140, bottom: 32 })),
    EditorView.perLineTextDirection.of(true),
    EditorView.updateListener.of(({ docChanged, transactions, state, focusChanged, view }) => {
      const isExternal = transactions.some((transaction) => transaction.annotation(external) === true);
      if (docChanged && !isExternal) callbacks().onChange(state.doc.toString(), joiningOf(transactions));
      if (focusChanged && !view.hasFocus) callbacks().onBlur();
    }),
  ];
  return new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
};

/** Replaces the part of the text that differs, so that the cursor stays where it is. */
export const setText = (view: EditorView, text: string): void => {
  const now = view.state.doc.toString();
  if (now === text) return;
  const [from, end] = commonEnds(now, text);
  const changes = { from, to: now.length - end, insert: text.slice(from, text.length - end) };
  view.dispatch({ changes, annotations: external.of(true) });
};

/** @param attributes of the element that has the focus: a label outside of the shadow root cannot name it */
export const configure = (
  view: EditorView,
  attributes: Readonly<Record<string, string>>,
  isReadOnly: boolean,
): void => {
  const content = EditorView.contentAttributes.of({ ...attributes, spellcheck: 'true' });
  view.dispatch({ effects: settings.reconfigure([content, EditorState.readOnly.of(isReadOnly)]) });
};

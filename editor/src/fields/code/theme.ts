// How code looks. Mantine's variables reach into the shadow root, so that the colors follow the color scheme.
import { EditorView } from '@codemirror/view';

export const theme = EditorView.theme({
  '&': {
    color: 'var(--mantine-color-text)',
    fontSize: 'var(--mantine-font-size-sm)',
    '--lectern-code-name': 'light-dark(#0550ae, #79c0ff)',
    '--lectern-code-text': 'light-dark(#0a5c36, #7ee2a8)',
    '--lectern-code-value': 'light-dark(#9a3412, #ffab70)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: '8rem',
    maxHeight: '70vh',
    overflow: 'auto',
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '1.6',
  },
  '.cm-content': { padding: 'var(--mantine-spacing-sm)', caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-gutters': {
    border: 'none',
    background: 'transparent',
    color: 'var(--mantine-color-dimmed)',
  },
});

// Tables in Markdown text: Tab goes from cell to cell, Enter adds a row, and what is pasted stays in its cell.
import { syntaxTree } from '@codemirror/language';
import { Prec, type EditorState, type Line, type StateCommand } from '@codemirror/state';
import { keymap } from '@codemirror/view';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** @returns where the cells of a row begin and end, between its signs */
export const cellsOf = (row: string): readonly Range[] => {
  const signs = [...row.matchAll(/(?<!\\)\|/gu)].map(({ index }) => index);
  const edges = [
    ...(row.trimStart().startsWith('|') ? [] : [-1]),
    ...signs,
    ...(/(?<!\\)\|\s*$/u.test(row) ? [] : [row.length]),
  ];
  return edges.slice(1).map((to, index) => ({ from: (edges[index] ?? 0) + 1, to }));
};

const isDelimiter = (row: string): boolean => /-/u.test(row) && /^[\s|:-]+$/u.test(row);

const isEmptyRow = (row: string): boolean => /^[\s|]*$/u.test(row);

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Text that stays in one cell. */
export const cellText = (text: string): string =>
  text.replaceAll(/(?<!\\)\|/gu, String.raw`\|`).replaceAll(/\s*\n\s*/gu, ' ');

/** The rows of a table in Markdown, to be added to another one: without its headings, if those are empty. */
export const rowsIn = (table: string): readonly string[] =>
  table.split('\n').filter((row) => !isDelimiter(row) && !isEmptyRow(row));

export const isTable = (text: string): boolean => {
  const [first = '', second = ''] = text.split('\n');
  return first.startsWith('|') && isDelimiter(second);
};

/**
 * @param text lines of cells with tabs between them, as spreadsheets copy them
 * @returns a table whose headings are empty, because nothing says that the first row has them; undefined for other texts
 */
export const tableOfTabs = (text: string): string | undefined => {
  const rows = text
    .replace(/\r?\n$/u, '')
    .split(/\r?\n/u)
    .map((line) => line.split('\t').map(cellText));
  const [first = []] = rows;
  if (rows.length < 2 || first.length < 2 || rows.some(({ length }) => length !== first.length)) return undefined;
  return [first.map(() => ''), first.map(() => '-'), ...rows].map(rowOf).join('\n');
};

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** @param side of the place that counts @returns the innermost node with such a name around a place in the text */
export const nodeAround = (state: EditorState, at: number, name: RegExp, side: 1 | -1): Range | undefined => {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, side);
  while (node !== null && !name.test(node.name)) node = node.parent;
  return node ?? undefined;
};

/** The table around a place in the text; undefined if there is none. */
export const tableAt = (state: EditorState, at: number): Range | undefined =>
  nodeAround(state, at, /^Table$/u, -1) ?? nodeAround(state, at, /^Table$/u, 1);

const linesOf = ({ doc }: EditorState, { from, to }: Range): readonly Line[] => {
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  return Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index));
};

/** All cells of a table in their order, in the text. */
const cellsIn = (state: EditorState, table: Range): readonly Range[] =>
  linesOf(state, table)
    .filter(({ text }) => !isDelimiter(text))
    .flatMap(({ from, text }) => cellsOf(text).map((cell) => ({ from: from + cell.from, to: from + cell.to })));

/** Selects the text of another cell. At the end of the table, the key leaves the text, as everywhere else. */
export const goBy =
  (step: number): StateCommand =>
  ({ state, dispatch }) => {
    const { head } = state.selection.main;
    const table = tableAt(state, head);
    if (table === undefined) return false;
    const cells = cellsIn(state, table);
    const next = cells[cells.findIndex(({ from, to }) => head >= from && head <= to) + step];
    if (next === undefined) return false;
    const text = state.sliceDoc(next.from, next.to);
    const anchor = next.from + (text.trim() === '' ? Math.min(1, text.length) : text.search(/\S/u));
    dispatch(state.update({ selection: { anchor, head: anchor + text.trim().length }, scrollIntoView: true }));
    return true;
  };

/** Adds an empty row below; in an empty one, leaves the table. */
export const addRow: StateCommand = ({ state, dispatch }) => {
  const { head, empty } = state.selection.main;
  const table = tableAt(state, head);
  if (table === undefined || !empty || state.readOnly) return false;
  const lines = linesOf(state, table);
  const [headings, delimiter] = lines;
  const line = state.doc.lineAt(head);
  if (headings === undefined || delimiter === undefined || head === line.from) return false;
  const isBody = line.number > delimiter.number;
  if (isBody && isEmptyRow(line.text)) {
    const changes = { from: line.from, to: line.to, insert: '\n' };
    dispatch(state.update({ changes, selection: { anchor: line.from + 1 }, userEvent: 'input' }));
    return true;
  }
  const at = isBody ? line.to : delimiter.to;
  const insert = `\n${rowOf(cellsOf(headings.text).map(() => ''))}`;
  dispatch(
    state.update({
      changes: { from: at, insert },
      selection: { anchor: at + 3 },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

/** Before the keys of Markdown's lists. */
export const tableKeys = Prec.high(
  keymap.of([
    { key: 'Tab', run: goBy(1), shift: goBy(-1) },
    { key: 'Enter', run: addRow },
  ]),
);

// What happens when something is pasted into Markdown, or dropped on it.
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useRef, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../form/FormContext.tsx';
import type { Joining } from '../../form/formStore.ts';
import { jsonBytes } from '../../form/jsonBytes.ts';
import { joinStep, type Callbacks } from '../code/createView.ts';
import { readClipboard } from '../paste/clipboard.ts';
import { nameOfPicture, type Picture } from '../paste/pictures.ts';
import { PasteError, usePasting, type Paste } from '../paste/usePasting.tsx';
import { usePictures } from '../paste/usePictures.ts';
import { insertImages, paddingBetween } from './commands.ts';
import { addPlace, positionOf, removePlace } from './places.ts';
import { cellText, isTable, nodeAround, rowsIn, tableAt, tableOfTabs } from './tables.ts';

const imageText = (url: string, name: string): string =>
  insertImages({ text: '', from: 0, to: 0 }, [{ url, name }]).insert;

/** Whether the text is more than a part of a paragraph. */
const isBlock = (text: string): boolean => text.includes('\n') || /^(?:#{1,6} |[-*+] |\d+[.)] |> |\||---)/u.test(text);

/** Empty lines around blocks, where there is other text. */
const paddingAt = (state: EditorState, at: number, text: string): readonly [before: string, after: string] => {
  if (!isBlock(text)) return ['', ''];
  return paddingBetween(state.sliceDoc(Math.max(at - 200, 0), at), state.sliceDoc(at, at + 200));
};

const isInCode = (state: EditorState): boolean =>
  nodeAround(state, state.selection.main.from, /Code/u, -1) !== undefined;

interface FoundPlace {
  readonly key: number;
  readonly at: number;
  readonly picture: Picture;
}

export const usePaste = (code: RefObject<EditorView | null>) => {
  const t = useTranslations('fields.paste');
  const form = useForm();
  const pasting = usePasting();
  /** The text after the last paste. */
  const pasted = useRef<EditorState['doc']>(undefined);
  /** Places of content that is read have negative keys. */
  const nextKey = useRef(-1);

  /** Replaces a place by text, in the step of undo of the paste it belongs to. @param more to be done at the same time */
  const replacePlace = (
    view: EditorView,
    key: number,
    at: number,
    insert: string,
    more: TransactionSpec = {},
  ): void => {
    const joining: Joining = view.state.doc === pasted.current ? 'always' : 'never';
    view.dispatch({
      ...more,
      changes: { from: at, insert },
      effects: removePlace.of(key),
      annotations: joinStep.of(joining),
    });
    pasted.current = view.state.doc;
  };

  const fill = (key: number, insert: string): void => {
    const view = code.current;
    const at = view === null ? undefined : positionOf(view.state, key);
    if (view !== null && at !== undefined) replacePlace(view, key, at, insert);
  };

  const pictures = usePictures({
    fill: (key, file) => fill(key, imageText(file.url, file.alternativeText ?? file.name)),
    remove: (key, picture) => fill(key, foreignText(picture)),
  });

  const showPlaces = (view: EditorView, places: readonly FoundPlace[]): void => {
    view.dispatch({
      effects: places.map(({ key, at, picture }) =>
        addPlace.of({ key, at, label: t('pending', { name: nameOfPicture(picture) }) }),
      ),
    });
  };

  /** Removes the selection, which the paste replaces. @returns where the cursor is then */
  const removeSelection = (view: EditorView): number => {
    const { from, to } = view.state.selection.main;
    if (from !== to) view.dispatch({ changes: { from, to }, annotations: joinStep.of('never') });
    pasted.current = from === to ? undefined : view.state.doc;
    return from;
  };

  const insertFiles = (view: EditorView, files: readonly File[], at: number): void => {
    void pasting.run((paste) => {
      showPlaces(
        view,
        pictures.addFiles(files, paste).map((one) => ({ ...one, at })),
      );
    });
  };

  /** Inserts text that becomes a table, or belongs to a cell of one. @returns false for other text, which CodeMirror inserts */
  const insertText = (view: EditorView, text: string, dropped: number | undefined): boolean => {
    const { from, to } = dropped === undefined ? view.state.selection.main : { from: dropped, to: dropped };
    const table = tableOfTabs(text);
    const isInTable = tableAt(view.state, from) !== undefined;
    if (isInCode(view.state) || isTable(text) || (isInTable ? !/[\n|]/u.test(text) : table === undefined)) return false;
    const [before, after] = isInTable ? ['', ''] : paddingAt(view.state, from, table ?? '');
    const insert = before + (isInTable ? cellText(text) : (table ?? '')) + after;
    const anchor = from + insert.length - after.length;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor },
      userEvent: 'input.paste',
      scrollIntoView: true,
    });
    return true;
  };

  const insertHtml = async (view: EditorView, html: string, key: number, paste: Paste): Promise<void> => {
    const { htmlToMarkdown } = await import('../paste/convert.ts');
    const converted = await htmlToMarkdown(html, paste);
    paste.checkSize(jsonBytes(converted.text));
    if (converted.text === '' && converted.pictures.length === 0) return;
    const at = positionOf(view.state, key);
    // The text around it was replaced, or deleted.
    if (at === undefined) throw new PasteError(t('interrupted.change'));
    const isInTable = tableAt(view.state, at) !== undefined;
    if (isInTable && isTable(converted.text)) {
      const end = view.state.doc.lineAt(at).to;
      replacePlace(view, key, end, ['', ...rowsIn(converted.text)].join('\n'));
      return;
    }
    const fit = (text: string): string => (isInTable ? cellText(text) : text);
    const [before, after] = isInTable ? ['', ''] : paddingAt(view.state, at, converted.text);
    const insert = before + fit(converted.text) + after;
    const hasCursor = view.state.selection.main.head === at;
    replacePlace(view, key, at, insert, {
      ...(hasCursor ? { selection: { anchor: at + insert.length - after.length } } : {}),
      scrollIntoView: hasCursor,
    });
    const pictures = converted.pictures.map(({ offset, picture }) => ({
      offset: fit(converted.text.slice(0, offset)).length,
      picture,
    }));
    insertPictures(view, at + before.length, pictures, paste);
  };

  const insertPictures = (
    view: EditorView,
    start: number,
    found: readonly { readonly offset: number; readonly picture: Picture }[],
    paste: Paste,
  ): void => {
    const added = found.map(({ offset, picture }) => {
      const upload = pictures.add(picture, paste);
      return { key: upload ?? nextKey.current--, isRefused: upload === undefined, at: start + offset, picture };
    });
    showPlaces(view, added);
    for (const { key, isRefused, picture } of added) if (isRefused) fill(key, foreignText(picture));
  };

  const paste: NonNullable<Callbacks['onInsert']> = (view, data, dropped) => {
    const content = readClipboard(data);
    if (view.state.readOnly) return false;
    if (content.kind === 'text') {
      const bytes = jsonBytes(content.text);
      if (bytes <= form.maxBytes) return insertText(view, content.text, dropped);
      void pasting.run((one) => one.checkSize(bytes));
      return true;
    }
    if (content.kind === 'files') {
      insertFiles(view, content.files, dropped ?? removeSelection(view));
      return true;
    }
    if (isInCode(view.state)) return false;
    const key = nextKey.current--;
    view.dispatch({ effects: addPlace.of({ key, at: dropped ?? removeSelection(view), label: '' }) });
    void pasting
      .run((one) => insertHtml(view, content.html, key, one))
      .finally(() => view.dispatch({ effects: removePlace.of(key) }));
    return true;
  };

  return { uploads: pictures.uploads, paste };
};

/** A picture that stays where it is. */
const foreignText = (picture: Picture | undefined): string =>
  picture === undefined || picture.src.startsWith('data:')
    ? ''
    : imageText(picture.src.replace(/^\/\//u, 'https://'), picture.alt);

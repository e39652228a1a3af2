// The text area of rich text, with its shortcuts.
import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks';
import { useCallback, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Editor, Range } from 'slate';
import { Editable, ReactEditor, useSlateStatic, type RenderLeafProps } from 'slate-react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../form/FormContext.tsx';
import { VisuallyHidden } from '@mantine/core';
import { blockKeys, textKeys } from '../textKeys.ts';
import { BlockChunk } from './BlockChunk.tsx';
import { BlockHandle } from './BlockHandle.tsx';
import { BlockNode } from './BlockNode.tsx';
import classes from './BlocksField.module.css';
import { canIndent, canOutdent, currentBlock, indentItem, outdentItem, toggleMark } from './model/commands.ts';
import { moveSelected } from './model/moving.ts';
import { markKeys, marks } from './model/types.ts';
import { selectAsBrowser } from './blocksOnPage.ts';
import { SlashMenu } from './SlashMenu.tsx';

const Leaf = ({ attributes, children, leaf }: RenderLeafProps) => {
  let content = children as ReactNode;
  if (leaf.code === true) content = <code className={classes.mark}>{content}</code>;
  if (leaf.bold === true) content = <strong>{content}</strong>;
  if (leaf.italic === true) content = <em>{content}</em>;
  if (leaf.underline === true) content = <u>{content}</u>;
  if (leaf.strikethrough === true) content = <s>{content}</s>;
  return <span {...attributes}>{content}</span>;
};

interface Props {
  readonly id: string;
  readonly label: string;
  /** The language of the text. */
  readonly lang: string | undefined;
  readonly hasError: boolean;
  readonly readOnly: boolean;
  readonly onBlur: () => void;
  /** Asks for the address of a link. */
  readonly onLink: () => void;
  readonly onPaste: (data: DataTransfer) => void;
}

const itemKeys = [
  [blockKeys.indent, indentItem],
  [blockKeys.outdent, outdentItem],
] as const;

const moveKeys = [
  [blockKeys.moveUp, -1],
  [blockKeys.moveDown, 1],
] as const;

/** At the start of a list item, Tab changes its level; anywhere else it leaves the field. */
const moveItemByTab = (editor: Editor, { key, shiftKey }: KeyboardEvent): boolean => {
  const [, path] = currentBlock(editor) ?? [];
  const { selection } = editor;
  if (key !== 'Tab' || path === undefined || selection === null || !Range.isCollapsed(selection)) return false;
  if (!Editor.isStart(editor, selection.anchor, path) || !(shiftKey ? canOutdent(editor) : canIndent(editor)))
    return false;
  if (shiftKey) outdentItem(editor);
  else indentItem(editor);
  return true;
};

export const BlocksEditable = ({ id, label, lang, hasError, readOnly, onBlur, onLink, onPaste }: Props) => {
  const t = useTranslations('fields.blocks');
  const editor = useSlateStatic();
  const form = useForm();
  const area = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLSpanElement>(null);
  const announce = useCallback(
    (place: number) => {
      if (status.current !== null) status.current.textContent = t('moved', { place });
    },
    [t],
  );
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLDivElement>) => {
      // Keys of an input method, such as Enter for Japanese text.
      if (event.nativeEvent.isComposing) return;
      const run =
        <T,>(command: (on: typeof editor, value: T) => void, value: T) =>
        () =>
          command(editor, value);
      const move = (on: Editor, step: 1 | -1): void => {
        const place = moveSelected(on, step);
        if (place !== undefined) announce(place);
      };
      const shortcuts = getHotkeyHandler([
        ...moveKeys.map(([keys, step]): HotkeyItem => [keys, run(move, step)]),
        ...marks.map((mark): HotkeyItem => [markKeys[mark], run(toggleMark, mark)]),
        ...itemKeys.map(([keys, command]): HotkeyItem => [keys, run(command, undefined)]),
        [textKeys.link, onLink],
        // The steps of undo are those of the form: it also undoes what other fields changed.
        ['mod+Z', form.undo],
        ['mod+shift+Z', form.redo],
        ['mod+Y', form.redo],
      ]);
      if (moveItemByTab(editor, event)) event.preventDefault();
      else shortcuts(event);
      // The same shortcuts mean something else outside of the text.
      if (event.defaultPrevented) event.stopPropagation();
    },
    [editor, form, onLink, announce],
  );
  return (
    <div ref={area} className={classes.area}>
      <Editable
        id={id}
        className={classes.text ?? ''}
        role="textbox"
        aria-multiline
        aria-label={label}
        aria-invalid={hasError}
        aria-describedby={hasError ? `${id}-error` : undefined}
        aria-readonly={readOnly}
        dir="auto"
        lang={lang}
        readOnly={readOnly}
        placeholder={readOnly ? undefined : t('placeholder')}
        spellCheck
        renderElement={BlockNode}
        renderLeaf={Leaf}
        renderChunk={BlockChunk}
        onBlur={onBlur}
        onPaste={(event) => {
          // The description of a picture is an input of its own.
          if (readOnly || !ReactEditor.hasEditableTarget(editor, event.target)) return;
          event.preventDefault();
          selectAsBrowser(editor);
          onPaste(event.clipboardData);
        }}
        onKeyDown={onKeyDown}
      />
      {readOnly ? null : (
        <>
          <BlockHandle area={area} onMoved={announce} />
          <SlashMenu label={label} />
          <VisuallyHidden ref={status} role="status" />
        </>
      )}
    </div>
  );
};

// Rich text: paragraphs, headings, lists, quotes, code, pictures and links.
import { Input } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createEditor, Editor, Range, type BaseEditor } from 'slate';
import { Slate, withReact } from 'slate-react';
import type { FieldProps } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { BlocksEditable } from './BlocksEditable.tsx';
import frame from '../textFrame.module.css';
import { BlocksToolbar } from './BlocksToolbar.tsx';
import { readBlocks, writeBlocks } from './model/stored.ts';
import { withBlocks } from './model/withBlocks.ts';
import { withPaste } from './withPaste.ts';
import type { BlockElement } from './model/types.ts';

const isPresent = (editor: Editor, { path, offset }: { readonly path: number[]; readonly offset: number }): boolean =>
  Editor.hasPath(editor, path) && offset <= Editor.end(editor, path).offset;

const replaceContent = (editor: BaseEditor & Editor, nodes: BlockElement[]): void => {
  editor.children = nodes;
  const { selection } = editor;
  if (selection !== null && !Range.edges(selection).every((point) => isPresent(editor, point)))
    editor.selection = Editor.range(editor, Editor.end(editor, []));
  editor.onChange();
};

type Blocks = readonly unknown[];

export default function BlocksField(props: FieldProps) {
  const { label, readOnly } = props;
  const { value, setValue, lang, onBlur, wrapperProps } = useField<Blocks>(props);
  const { id, error } = wrapperProps;
  const [editor] = useState(() => withPaste(withBlocks(withReact(createEditor()))));
  const [initial] = useState(() => readBlocks(value));
  const [isLinking, setIsLinking] = useState(false);
  /** The value of what the editor contains. */
  const written = useRef(value);

  // Another value comes from undo, or from somebody else.
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    replaceContent(editor, readBlocks(value));
  }, [editor, value]);

  const update = (): void => {
    if (editor.operations.every(({ type }) => type === 'set_selection')) return;
    written.current = writeBlocks(editor.children);
    setValue(written.current);
  };

  return (
    <Input.Wrapper {...wrapperProps} labelElement="div">
      <div className={frame.frame} data-error={error === undefined ? undefined : true}>
        <Slate editor={editor} initialValue={initial} onChange={update}>
          {readOnly ? null : <BlocksToolbar label={label} isLinking={isLinking} onLinking={setIsLinking} />}
          <BlocksEditable
            id={id}
            label={label}
            lang={lang}
            hasError={error !== undefined}
            readOnly={readOnly}
            onBlur={onBlur}
            onLink={() => {
              setIsLinking(true);
            }}
          />
        </Slate>
      </div>
    </Input.Wrapper>
  );
}

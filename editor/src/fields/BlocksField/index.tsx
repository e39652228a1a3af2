// Rich text: paragraphs, headings, lists, quotes, code, pictures and links.
import { Input } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createEditor, Editor, type BaseEditor } from 'slate';
import { Slate, withReact, type ReactEditor } from 'slate-react';
import type { FieldProps } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { UploadList } from '../../ui/UploadList.tsx';
import { chunkSize } from './BlockChunk.tsx';
import { BlocksEditable } from './BlocksEditable.tsx';
import frame from '../textFrame.module.css';
import { BlocksToolbar } from './BlocksToolbar.tsx';
import { readBlocks } from './model/stored.ts';
import { withBlocks } from './model/withBlocks.ts';
import { usePaste } from './usePaste.ts';

/** What takes the data that Slate gets, by the editor. */
const insertData = new WeakMap<BaseEditor, (data: DataTransfer) => void>();

const createBlocksEditor = (): BaseEditor & ReactEditor => {
  const editor = withBlocks(withReact(createEditor()));
  editor.getChunkSize = (node) => (Editor.isEditor(node) ? chunkSize : null);
  // Slate calls it for what is dropped.
  editor.insertData = (data) => insertData.get(editor)?.(data);
  return editor;
};

export default function BlocksField(props: FieldProps) {
  const { name, label, readOnly } = props;
  const { value, lang, onBlur, wrapperProps } = useField<readonly unknown[]>(props);
  const { id, error } = wrapperProps;
  const [editor] = useState(createBlocksEditor);
  const [initial] = useState(() => readBlocks(value));
  const [isLinking, setIsLinking] = useState(false);
  const { content, uploads, paste } = usePaste({ editor, name, value });
  useEffect(() => {
    insertData.set(editor, paste);
  });

  return (
    <Input.Wrapper {...wrapperProps} labelElement="div">
      <div className={frame.frame} data-error={error === undefined ? undefined : true}>
        <Slate editor={editor} initialValue={initial} onChange={content.update}>
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
            onPaste={paste}
          />
          <div className={frame.uploads}>
            <UploadList uploads={uploads} />
          </div>
        </Slate>
      </div>
    </Input.Wrapper>
  );
}

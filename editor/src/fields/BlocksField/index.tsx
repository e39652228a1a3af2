// Rich text: paragraphs, headings, lists, quotes, code, pictures and links.
import { Input } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createEditor, Editor, type BaseEditor } from 'slate';
import { ReactEditor, Slate, withReact } from 'slate-react';
import { useForm } from '../../form/FormContext.tsx';
import type { FieldProps } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { UploadList } from '../../ui/UploadList.tsx';
import { chunkSize } from './BlockChunk.tsx';
import { BlocksEditable } from './BlocksEditable.tsx';
import { piecesOfBlocks } from '../countWords.ts';
import { FullScreen, useFullScreen } from '../FullScreen.tsx';
import { TextCount } from '../TextCount.tsx';
import frame from '../textFrame.module.css';
import { BlocksToolbar } from './BlocksToolbar.tsx';
import { withShortcuts, type ShortcutHooks } from './model/shortcuts.ts';
import { withSlash } from './model/slash.ts';
import { readBlocks } from './model/stored.ts';
import { withBlocks } from './model/withBlocks.ts';
import { usePaste } from './usePaste.ts';

interface Hooks extends ShortcutHooks {
  /** Takes what is dropped. */
  readonly insertData: (data: DataTransfer) => void;
}

/** What the field does for its editor. */
const hooksOf = new WeakMap<BaseEditor, Hooks>();

const createBlocksEditor = (): BaseEditor & ReactEditor => {
  const blocks = withBlocks(withReact(createEditor()));
  const editor = withShortcuts(withSlash(blocks), {
    before: () => hooksOf.get(blocks)?.before(),
    undo: () => hooksOf.get(blocks)?.undo(),
  });
  editor.getChunkSize = (node) => (Editor.isEditor(node) ? chunkSize : null);
  // Slate calls it for what is dropped.
  editor.insertData = (data) => hooksOf.get(editor)?.insertData(data);
  return editor;
};

export default function BlocksField(props: FieldProps) {
  const { name, label, readOnly } = props;
  const form = useForm();
  const fullScreen = useFullScreen();
  const { value, lang, onBlur, id, error, frameProps } = useField<readonly unknown[]>(props);
  const [editor] = useState(createBlocksEditor);
  const [initial] = useState(() => readBlocks(value));
  const [isLinking, setIsLinking] = useState(false);
  const { content, uploads, paste } = usePaste({ editor, name, value });
  useEffect(() => {
    hooksOf.set(editor, { insertData: paste, before: content.splitStep, undo: form.undo });
  });

  return (
    <Input.Wrapper {...frameProps}>
      <FullScreen
        label={label}
        state={fullScreen}
        onMove={() => {
          ReactEditor.focus(editor);
        }}
      >
        <div className={frame.frame} data-error={error === undefined ? undefined : true}>
          <Slate editor={editor} initialValue={initial} onChange={content.update}>
            {readOnly ? null : (
              <BlocksToolbar label={label} isLinking={isLinking} onLinking={setIsLinking} fullScreen={fullScreen} />
            )}
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
            <TextCount value={value} lang={lang} piecesOf={piecesOfBlocks} />
          </Slate>
        </div>
      </FullScreen>
    </Input.Wrapper>
  );
}

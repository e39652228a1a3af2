// Rich text: paragraphs, headings, lists, quotes, code, pictures and links.
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { createEditor, Editor, type BaseEditor } from 'slate';
import { ReactEditor, Slate, withReact } from 'slate-react';
import { useForm } from '../../form/FormContext.tsx';
import type { FieldProps } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { piecesOfBlocks } from '../countWords.ts';
import { TextFrame } from '../TextFrame.tsx';
import { chunkSize } from './BlockChunk.tsx';
import { BlocksEditable } from './BlocksEditable.tsx';
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
  const { value, lang, onBlur, id, error, frameProps } = useField<readonly unknown[]>(props);
  const [editor] = useState(createBlocksEditor);
  const [initial] = useState(() => readBlocks(value));
  const [isLinking, linking] = useDisclosure();
  const { content, uploads, paste } = usePaste({ editor, name, value });
  useEffect(() => {
    hooksOf.set(editor, { insertData: paste, before: content.splitStep, undo: form.undo });
  });

  return (
    <Slate editor={editor} initialValue={initial} onChange={content.update}>
      <TextFrame
        {...{ label, frameProps, uploads, value, lang }}
        piecesOf={piecesOfBlocks}
        toolbar={readOnly ? undefined : <BlocksToolbar label={label} isLinking={isLinking} linking={linking} />}
        onMove={() => ReactEditor.focus(editor)}
      >
        <BlocksEditable
          {...{ id, label, lang, readOnly, onBlur }}
          hasError={error !== undefined}
          onLink={linking.open}
          onPaste={paste}
        />
      </TextFrame>
    </Slate>
  );
}

// Shows rich text that cannot be changed here.
import { useState } from 'react';
import { createEditor } from 'slate';
import { Slate, withReact } from 'slate-react';
import { BlocksEditable } from './BlocksEditable.tsx';
import { readBlocks } from './model/stored.ts';
import { withBlocks } from './model/withBlocks.ts';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly value: readonly unknown[];
  readonly lang: string | undefined;
}

const nothing = (): void => undefined;

export default function BlocksText({ value, ...props }: Props) {
  const [editor] = useState(() => withBlocks(withReact(createEditor())));
  const [initial] = useState(() => readBlocks(value));
  return (
    <Slate editor={editor} initialValue={initial}>
      <BlocksEditable {...props} hasError={false} readOnly onBlur={nothing} onLink={nothing} onPaste={nothing} />
    </Slate>
  );
}

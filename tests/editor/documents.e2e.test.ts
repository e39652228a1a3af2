// Documents with every kind of field, in a browser: how they are made, by whom, and what is not lost of them. Each subject has a
// file in `documents`.
import { startEditor } from '../setup/editor.ts';
import { testAuthor } from './documents/author.ts';
import { testUnsavedText } from './documents/unsavedText.ts';
import { testWholePath } from './documents/wholePath.ts';

const editor = startEditor({
  contentTypes: 'tests/editor/site',
  content: {},
  settings: { auth: { accessSeconds: 60 } },
});

testAuthor(editor);
testWholePath(editor);
// It logs out of the page that the tests share.
testUnsavedText(editor);

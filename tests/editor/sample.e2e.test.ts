// What editors do with the sample site, in a browser. Each subject has a file in `sample`, and documents of its own.
import { startEditor } from '../setup/editor.ts';
import { testFirstLoads } from './sample/firstLoads.ts';
import { testForm } from './sample/form.ts';
import { testLists } from './sample/lists.ts';
import { testMedia } from './sample/media.ts';
import { testTrash } from './sample/trash.ts';

// A small limit, because the browser needs seconds for a text of a megabyte.
const editor = startEditor({ settings: { api: { rest: { maxBodyBytes: 200_000 } } } });

// They count the documents of the sample content.
testLists(editor);
testFirstLoads(editor);
testForm(editor);
testMedia(editor);
testTrash(editor);

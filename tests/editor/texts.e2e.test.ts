// Writing in the fields of texts, relations and media, and pasting into them, in a browser. Each subject has a file in `texts`.
import { startSpecimens } from './specimens.ts';
import { testFields } from './texts/fields.ts';
import { testPaste } from './texts/paste.ts';
import { testWriting } from './texts/writing.ts';

const specimens = startSpecimens();

testFields(specimens);
testPaste(specimens);
testWriting(specimens);

// What a team does together with the sample site, in a browser. Each subject has a file in `team`, and documents of its own.
import { startEditor } from '../setup/editor.ts';
import { testCalendar } from './team/calendar.ts';
import { testComments } from './team/comments.ts';
import { testHistory } from './team/history.ts';
import { testReleases } from './team/releases.ts';

const editor = startEditor();

testComments(editor);
testReleases(editor);
testHistory(editor);
// Its page stays in the year 2040.
testCalendar(editor);

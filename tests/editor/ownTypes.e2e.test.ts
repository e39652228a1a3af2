// Content types with views, stages, locales and entries, in a browser. Each subject has a file in `ownTypes`.
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEditor } from '../setup/editor.ts';
import { testCopies } from './ownTypes/copies.ts';
import { testMergedEntries, writeEntries } from './ownTypes/mergedEntries.ts';
import { testReview } from './ownTypes/review.ts';
import { testViews, writeViews } from './ownTypes/views.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-types-'));
for (const types of ['atlas', 'reviewed']) cpSync(`tests/schemas/${types}`, folder, { recursive: true });
writeViews(folder);
writeEntries(folder);

const editor = startEditor({ contentTypes: folder, content: {} });

testViews(editor);
testReview(editor);
testCopies(editor);
testMergedEntries(editor);

// Builds the command line, the server and the editor, once for all end-to-end tests of a run.
import { buildOutdated } from '../../bin/build.js';
import { prepareEditor } from '../../bin/buildEditor.js';

export default async (): Promise<void> => {
  await Promise.all([buildOutdated(['lectern', 'start', 'workers', 'bundle', 'editor']), prepareEditor()]);
};

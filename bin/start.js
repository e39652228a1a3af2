// @ts-check
// `lectern start`: runs the server in this process, or with LECTERN_WORKERS in several, which run this script too. `--built`: `lectern dev` has built it and the extensions just now.
import cluster from 'node:cluster';
import process from 'node:process';
import { setTimeout } from 'node:timers';
import v8 from 'node:v8';
import { exitOnBuildError, loadProgram } from './build.js';
import { prepareEditor } from './buildEditor.js';
import { prepareEditorFields } from './editorFields.js';
import { prepareExtensions } from './extensions.js';

// Collects garbage before the heap has doubled, which takes a third less memory; with less than 60 %, long lists take longer.
// The heap has no limit, so a large answer still gets the memory it needs. docs/internals/performance.md has the numbers.
v8.setFlagsFromString('--heap-growing-percent=60');

// `lectern dev` opens a channel to this process; the server stops when the channel closes.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  // A request of project code may never end.
  setTimeout(() => process.exit(1), 5_000).unref();
});
process.channel?.unref();
// It may have closed while the imports above were loaded.
if (process.send !== undefined && !process.connected) process.exit();

const built = process.argv.includes('--built');
const { LECTERN_WORKERS: workers = '', LECTERN_DEVELOPMENT: development } = process.env;
const startsWorkers = cluster.isPrimary && workers !== '' && development === undefined;
if (!built && !startsWorkers) {
  const prepared = await Promise.all([prepareExtensions(), prepareEditorFields(), prepareEditor()]).catch(
    exitOnBuildError,
  );
  Object.assign(process.env, ...prepared);
}
await loadProgram(startsWorkers ? 'workers' : 'start', { built });

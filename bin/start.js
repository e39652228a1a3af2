// @ts-check
// `npm start`: builds the server and runs it in this process. `--built`: `npm run dev` has built it just now.
import process from 'node:process';
import v8 from 'node:v8';
import { loadProgram } from './build.js';

// Collects garbage before the heap has doubled, which takes a third less memory; with less than 60 %, long lists take longer.
// The heap has no limit, so a large answer still gets the memory it needs. docs/internals/performance.md has the numbers.
v8.setFlagsFromString('--heap-growing-percent=60');

// `npm run dev` opens a channel to this process; the server stops when the channel closes.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

await loadProgram('start', { built: process.argv.includes('--built') });

// @ts-check
// `npm start`: builds the server and runs it in this process. `--built`: it was built just now, by `npm run dev`.
import process from 'node:process';
import v8 from 'node:v8';
import { load } from './build.js';

// What a request leaves behind is collected before the heap has doubled: a third of the memory less, at no cost that could
// be measured. No limit: a large answer may still take what it needs.
v8.setFlagsFromString('--heap-growing-percent=30');

// Run by `npm run dev` it has a channel to that process, and does not outlive it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

await load('start', { built: process.argv.includes('--built') });

// @ts-check
// `npm start`: builds the server and runs it in this process. `--built`: it was built just now, by `npm run dev`.
import process from 'node:process';
import { load } from './build.js';

// Run by `npm run dev` it has a channel to that process, and does not outlive it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

await load('start', { built: process.argv.includes('--built') });

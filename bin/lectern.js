#!/usr/bin/env node
// @ts-check
// `npm run lectern -- …`: builds the command line and runs it. Nothing but a command's own output goes to stdout.
import { load } from './build.js';

await load('lectern');

#!/usr/bin/env node
// @ts-check
// `npm run lectern -- …`: builds the command line and runs it. Only the output of the command goes to stdout.
import { loadProgram } from './build.js';

await loadProgram('lectern');

// @ts-check
// Says what a program does that takes long, and how long it took.
import console from 'node:console';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { styleText } from 'node:util';

/** @param {string} text what is done now @returns a function that says how long it took */
export const startStep = (text) => {
  const start = performance.now();
  console.error(`${text} …`);
  return () => {
    const seconds = `  ${((performance.now() - start) / 1000).toFixed(1)} s`;
    // Without colours where stderr is no terminal, and with NO_COLOR.
    console.error(styleText('dim', seconds, { stream: process.stderr }));
  };
};

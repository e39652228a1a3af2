// What callers may write, and relate to, who may not do so to all there is.
export { guarded, guardedNew, type Asked } from './guarded.ts';
export { seesOf } from './sees.ts';

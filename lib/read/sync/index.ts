// What changed of what is published, for who keeps a copy of it.
export { changesSince, horizonSeconds } from './changes.ts';

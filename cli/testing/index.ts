// `lectern/testing`: runs a project in its tests. It needs no particular test runner.
export { startLectern } from './startLectern.ts';
export type { FetchOptions, Lectern, StartOptions } from './types.ts';
export type { TestSession, TestToken, TestUser } from './testUsers.ts';

// Of the screens without a session.
export { account } from './account.ts';
export { app } from './app.ts';
export { common } from './common.ts';

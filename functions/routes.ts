// Pairs the routes of lib/api/http/routes with their handlers, for the standalone server.
import { answerUnrouted, endpoint, type Endpoint } from '../lib/api/http/index.ts';
import type { Extensions } from '../lib/platform/extensions/index.ts';
import { writeUsersAndFiles } from '../lib/server/writeUsersAndFiles.ts';
import { routesWith as tableWith, type FunctionName, type Route } from '../lib/api/http/routes/index.ts';
import * as auth from './auth.ts';
import * as completeUpload from './completeUpload.ts';
import * as create from './create.ts';
import * as remove from './delete.ts';
import * as extensions from './extensions.ts';
import * as files from './files.ts';
import * as fileStorage from './fileStorage.ts';
import * as find from './find.ts';
import * as findOne from './findOne.ts';
import * as general from './general.ts';
import * as graphql from './graphql.ts';
import * as health from './health.ts';
import * as history from './history.ts';
import * as mcp from './mcp.ts';
import * as search from './search.ts';
import * as sync from './sync.ts';
import * as update from './update.ts';
import * as upload from './upload.ts';
import * as users from './users.ts';

const handlers: Readonly<Record<FunctionName, Endpoint>> = {
  auth: auth.handler,
  completeUpload: completeUpload.handler,
  create: create.handler,
  delete: remove.handler,
  extensions: extensions.handler,
  files: files.handler,
  fileStorage: fileStorage.handler,
  find: find.handler,
  findOne: findOne.handler,
  general: general.handler,
  graphql: graphql.handler,
  health: health.handler,
  history: history.handler,
  mcp: mcp.handler,
  search: search.handler,
  sync: sync.handler,
  update: update.handler,
  upload: upload.handler,
  users: users.handler,
};

writeUsersAndFiles();

/** Each route with the handler of its function. @param project the code of the project, which may have routes */
export const routesWith = (project: Extensions | undefined): readonly (Route & { readonly handler: Endpoint })[] =>
  tableWith(project).map((route) => ({ ...route, handler: handlers[route.function] }));

/** Those of Lectern. */
export const routes = routesWith(undefined);

/** Answers a request that matches no route. */
export const otherwise: Endpoint = endpoint(answerUnrouted);

// Pairs the routes of lib/api/http/routes with their handlers, for the standalone server.
import type { Endpoint } from '../lib/api/http/index.ts';
import type { Extensions } from '../lib/platform/extensions/index.ts';
import { writeUsersAndFiles } from '../lib/server/writeUsersAndFiles.ts';
import { routesWith as tableWith, type FunctionName, type Route } from '../lib/api/http/routes/index.ts';
import * as actions from './actions.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as authMail from './authMail.ts';
import * as completeUpload from './completeUpload.ts';
import * as create from './create.ts';
import * as remove from './delete.ts';
import * as docs from './docs.ts';
import * as editor from './editor.ts';
import * as extensions from './extensions.ts';
import * as files from './files.ts';
import * as fileStorage from './fileStorage.ts';
import * as find from './find.ts';
import * as findOne from './findOne.ts';
import * as health from './health.ts';
import * as history from './history.ts';
import * as locales from './locales.ts';
import * as openapi from './openapi.ts';
import * as releases from './releases.ts';
import * as roles from './roles.ts';
import * as search from './search.ts';
import * as signIn from './signIn.ts';
import * as sync from './sync.ts';
import * as tokens from './tokens.ts';
import * as unrouted from './unrouted.ts';
import * as update from './update.ts';
import * as upload from './upload.ts';
import * as users from './users.ts';
import * as webhooks from './webhooks.ts';

const handlers: Readonly<Record<FunctionName, Endpoint>> = {
  actions: actions.handler,
  audit: audit.handler,
  auth: auth.handler,
  authMail: authMail.handler,
  completeUpload: completeUpload.handler,
  create: create.handler,
  delete: remove.handler,
  docs: docs.handler,
  editor: editor.handler,
  extensions: extensions.handler,
  files: files.handler,
  fileStorage: fileStorage.handler,
  find: find.handler,
  findOne: findOne.handler,
  health: health.handler,
  history: history.handler,
  locales: locales.handler,
  openapi: openapi.handler,
  releases: releases.handler,
  roles: roles.handler,
  search: search.handler,
  signIn: signIn.handler,
  sync: sync.handler,
  tokens: tokens.handler,
  update: update.handler,
  upload: upload.handler,
  users: users.handler,
  webhooks: webhooks.handler,
};

writeUsersAndFiles();

/** Each route with the handler of its function. @param project the code of the project, which may have routes */
export const routesWith = (project: Extensions | undefined): readonly (Route & { readonly handler: Endpoint })[] =>
  tableWith(project).map((route) => ({ ...route, handler: handlers[route.function] }));

/** Those of Lectern. */
export const routes = routesWith(undefined);

/** Answers a request that matches no route. */
export const otherwise: Endpoint = unrouted.handler;

// The table of paths with the handlers: what serves them all.
import type { Endpoint } from '../lib/api/http/index.ts';
import * as bulk from './bulk.ts';
import * as changePassword from './changePassword.ts';
import * as confirmEmail from './confirmEmail.ts';
import * as countUsers from './countUsers.ts';
import * as completeUpload from './completeUpload.ts';
import * as create from './create.ts';
import * as createLocale from './createLocale.ts';
import * as createRole from './createRole.ts';
import * as createToken from './createToken.ts';
import * as createUser from './createUser.ts';
import * as remove from './delete.ts';
import * as deleteFile from './deleteFile.ts';
import * as deleteLocale from './deleteLocale.ts';
import * as deleteRole from './deleteRole.ts';
import * as deleteToken from './deleteToken.ts';
import * as deleteUser from './deleteUser.ts';
import * as docs from './docs.ts';
import * as find from './find.ts';
import * as findLocales from './findLocales.ts';
import * as findOne from './findOne.ts';
import * as findPermissions from './findPermissions.ts';
import * as findRole from './findRole.ts';
import * as findRoles from './findRoles.ts';
import * as findToken from './findToken.ts';
import * as findTokens from './findTokens.ts';
import * as findUser from './findUser.ts';
import * as findUsers from './findUsers.ts';
import * as forgotPassword from './forgotPassword.ts';
import * as login from './login.ts';
import * as logout from './logout.ts';
import * as me from './me.ts';
import * as findFile from './findFile.ts';
import * as findFiles from './findFiles.ts';
import * as health from './health.ts';
import { served, type FunctionName, type Served } from './paths.ts';
import * as openapi from './openapi.ts';
import * as presignUpload from './presignUpload.ts';
import * as ready from './ready.ts';
import * as refresh from './refresh.ts';
import * as regenerateToken from './regenerateToken.ts';
import * as register from './register.ts';
import * as resetPassword from './resetPassword.ts';
import * as sendConfirmation from './sendConfirmation.ts';
import * as sync from './sync.ts';
import * as transition from './transition.ts';
import * as uid from './uid.ts';
import * as unrouted from './unrouted.ts';
import * as update from './update.ts';
import * as updateLocale from './updateLocale.ts';
import * as updateRole from './updateRole.ts';
import * as updateToken from './updateToken.ts';
import * as updateUser from './updateUser.ts';
import * as upload from './upload.ts';
import * as webhooks from './webhooks.ts';

/** By the name of their function. */
const handlers = {
  bulk: bulk.handler,
  changePassword: changePassword.handler,
  completeUpload: completeUpload.handler,
  confirmEmail: confirmEmail.handler,
  countUsers: countUsers.handler,
  create: create.handler,
  createLocale: createLocale.handler,
  createRole: createRole.handler,
  createToken: createToken.handler,
  createUser: createUser.handler,
  delete: remove.handler,
  deleteFile: deleteFile.handler,
  deleteLocale: deleteLocale.handler,
  deleteRole: deleteRole.handler,
  deleteToken: deleteToken.handler,
  deleteUser: deleteUser.handler,
  docs: docs.handler,
  find: find.handler,
  findFile: findFile.handler,
  findFiles: findFiles.handler,
  findLocales: findLocales.handler,
  findOne: findOne.handler,
  findPermissions: findPermissions.handler,
  findRole: findRole.handler,
  findRoles: findRoles.handler,
  findToken: findToken.handler,
  findTokens: findTokens.handler,
  findUser: findUser.handler,
  findUsers: findUsers.handler,
  forgotPassword: forgotPassword.handler,
  health: health.handler,
  login: login.handler,
  logout: logout.handler,
  me: me.handler,
  openapi: openapi.handler,
  presignUpload: presignUpload.handler,
  ready: ready.handler,
  refresh: refresh.handler,
  regenerateToken: regenerateToken.handler,
  register: register.handler,
  resetPassword: resetPassword.handler,
  sendConfirmation: sendConfirmation.handler,
  sync: sync.handler,
  transition: transition.handler,
  uid: uid.handler,
  unrouted: unrouted.handler,
  update: update.handler,
  updateLocale: updateLocale.handler,
  updateRole: updateRole.handler,
  updateToken: updateToken.handler,
  updateUser: updateUser.handler,
  upload: upload.handler,
  webhooks: webhooks.handler,
} satisfies Readonly<Record<FunctionName, Endpoint>>;

export interface Route extends Served {
  readonly handler: Endpoint;
}

export const routes: readonly Route[] = served.map((route) => ({ ...route, handler: handlers[route.name] }));

/** Answers what no route does. */
export const otherwise: Endpoint = unrouted.handler;

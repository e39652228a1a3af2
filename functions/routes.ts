// Which function answers where: the one table that the server, and later the deployment, are made from.
import type { Endpoint } from '../lib/http/index.ts';
import * as bulk from './bulk.ts';
import * as create from './create.ts';
import * as createLocale from './createLocale.ts';
import * as remove from './delete.ts';
import * as deleteLocale from './deleteLocale.ts';
import * as find from './find.ts';
import * as findLocales from './findLocales.ts';
import * as findOne from './findOne.ts';
import * as transition from './transition.ts';
import * as uid from './uid.ts';
import * as unrouted from './unrouted.ts';
import * as update from './update.ts';
import * as updateLocale from './updateLocale.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As API Gateway writes it; a single type's path is that of a collection. */
  readonly path: string;
  /** The Lambda function that answers: a file of this folder. */
  readonly name: string;
  readonly handler: Endpoint;
}

const one = '/api/{contentType}/{documentId}';
const type = '/api/{contentType}';
const action = '/actions/{action}';
const locales = '/api/i18n/locales';

/** The most particular first: a router takes the first that fits, API Gateway the one with fewer variables. */
export const routes: readonly Route[] = [
  { method: 'GET', path: locales, name: 'findLocales', handler: findLocales.handler },
  { method: 'POST', path: locales, name: 'createLocale', handler: createLocale.handler },
  { method: 'PUT', path: locales, name: 'unrouted', handler: unrouted.handler },
  { method: 'DELETE', path: locales, name: 'unrouted', handler: unrouted.handler },
  { method: 'PUT', path: `${locales}/{id}`, name: 'updateLocale', handler: updateLocale.handler },
  { method: 'DELETE', path: `${locales}/{id}`, name: 'deleteLocale', handler: deleteLocale.handler },
  { method: 'GET', path: type, name: 'find', handler: find.handler },
  { method: 'POST', path: type, name: 'create', handler: create.handler },
  { method: 'PUT', path: type, name: 'update', handler: update.handler },
  { method: 'DELETE', path: type, name: 'delete', handler: remove.handler },
  { method: 'GET', path: `${type}/uid`, name: 'uid', handler: uid.handler },
  { method: 'GET', path: one, name: 'findOne', handler: findOne.handler },
  { method: 'PUT', path: one, name: 'update', handler: update.handler },
  { method: 'DELETE', path: one, name: 'delete', handler: remove.handler },
  { method: 'POST', path: `${type}/actions/bulk`, name: 'bulk', handler: bulk.handler },
  { method: 'POST', path: `${one}${action}`, name: 'transition', handler: transition.handler },
  { method: 'POST', path: `${type}${action}`, name: 'transition', handler: transition.handler },
];

/** Answers what no route does. */
export const otherwise: Endpoint = unrouted.handler;

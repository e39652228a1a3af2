// Which operation answers where: the one table that the server, and later the deployment, are made from.
import type { Operation } from '../lib/http/index.ts';
import { create } from './create.ts';
import { makeLocale } from './createLocale.ts';
import { remove } from './delete.ts';
import { removeLocale } from './deleteLocale.ts';
import { find } from './find.ts';
import { findLocales } from './findLocales.ts';
import { findOne } from './findOne.ts';
import { unrouted } from './unrouted.ts';
import { update } from './update.ts';
import { changeLocale } from './updateLocale.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As API Gateway writes it; a single type's path is that of a collection. */
  readonly path: string;
  readonly operation: Operation;
}

const one = '/api/{contentType}/{documentId}';
const type = '/api/{contentType}';
const locales = '/api/i18n/locales';

/** The most particular first: the path of the locales has the form of a document's. */
export const routes: readonly Route[] = [
  { method: 'GET', path: locales, operation: findLocales },
  { method: 'POST', path: locales, operation: makeLocale },
  { method: 'PUT', path: locales, operation: unrouted },
  { method: 'DELETE', path: locales, operation: unrouted },
  { method: 'PUT', path: `${locales}/{id}`, operation: changeLocale },
  { method: 'DELETE', path: `${locales}/{id}`, operation: removeLocale },
  { method: 'GET', path: type, operation: find },
  { method: 'POST', path: type, operation: create },
  { method: 'PUT', path: type, operation: update },
  { method: 'DELETE', path: type, operation: remove },
  { method: 'GET', path: one, operation: findOne },
  { method: 'PUT', path: one, operation: update },
  { method: 'DELETE', path: one, operation: remove },
];

/** Answers what no route does. */
export const otherwise: Operation = unrouted;

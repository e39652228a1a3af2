// Which operation answers where: the one table that the server, and later the deployment, are made from.
import type { Operation } from '../lib/http/index.ts';
import { bulk } from './bulk.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { find } from './find.ts';
import { findOne } from './findOne.ts';
import { unrouted } from './unrouted.ts';
import { update } from './update.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As API Gateway writes it; a single type's path is that of a collection. */
  readonly path: string;
  readonly operation: Operation;
}

const one = '/api/{contentType}/{documentId}';
const type = '/api/{contentType}';

export const routes: readonly Route[] = [
  { method: 'GET', path: type, operation: find },
  { method: 'POST', path: type, operation: create },
  { method: 'PUT', path: type, operation: update },
  { method: 'DELETE', path: type, operation: remove },
  { method: 'POST', path: '/api/{contentType}/actions/bulk', operation: bulk },
  { method: 'GET', path: one, operation: findOne },
  { method: 'PUT', path: one, operation: update },
  { method: 'DELETE', path: one, operation: remove },
];

/** Answers what no route does. */
export const otherwise: Operation = unrouted;

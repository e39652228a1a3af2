// Lets requests with long queries wait for each other: reading one takes milliseconds, and other requests come in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { clientDisconnected } from '../../errors.ts';
import type { Request } from './request.ts';

/** The queries of sites are shorter. */
export const maxShortQuery = 2_000;

const turns = pLimit(1);

/** @throws ApiError 499 if the client disconnects while it waits */
export const waitForTurn = async ({ disconnected }: Pick<Request, 'disconnected'>): Promise<void> => {
  const signal = disconnected?.();
  await turns(() => nextTurn());
  if (signal?.aborted === true) throw clientDisconnected();
};

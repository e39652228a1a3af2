// Derives from a caller how much its reads may cost, and with whom it shares connections.
import type { Settings } from '../config/index.ts';
import type { Reader } from '../timings.ts';
import { administrator, type Caller } from './caller.ts';

/**
 * The system, such as project code with `asSystem`, has no limit.
 *
 * @param network of a request; callers without credentials share by it
 * @param disconnected see `Reader`
 */
export const readerOf = (
  { id, kind }: Caller,
  { api: { rest } }: Pick<Settings, 'api'>,
  network?: string,
  disconnected?: Reader['disconnected'],
): Reader => ({
  key: kind === 'public' ? (network ?? id) : id,
  maxCost: kind === 'public' ? rest.maxPublicReadCost : id === administrator.id ? Infinity : rest.maxReadCost,
  isPublic: kind === 'public',
  disconnected,
});

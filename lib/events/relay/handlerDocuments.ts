// The `documents` service of event handlers.
import { administrator } from '../../platform/access/index.ts';
import type { SystemDocuments } from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';
import { documentsFor, untilAborted } from '../../write/operations/index.ts';

/**
 * Reads and writes as the system until the signal aborts: a handler whose time is over must not write after the handlers
 * of later events.
 */
export const handlerDocuments = (service: Service, signal: AbortSignal): SystemDocuments =>
  untilAborted(documentsFor(service, administrator), signal);

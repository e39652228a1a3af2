// The `documents` service of event handlers.
import type { Documents } from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';

/** Reads and writes as the system. */
export const handlerDocuments = (service: Service): Documents => ({ service }) as unknown as Documents;

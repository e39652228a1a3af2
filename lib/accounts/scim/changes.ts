// PUT and PATCH of a user or a group: what both do with the body, before the change is stored.
import type { Service } from '../../platform/service.ts';
import { readPatch, type PatchOperation } from './readPatch.ts';
import type { Resource } from './resource.ts';

/** @throws ApiError 412 if the request expects another version */
export type CheckVersion = (version: Resource) => void;

type Change = (service: Service, id: string, body: unknown, expected: CheckVersion) => Promise<Resource>;

/**
 * @param readValues reads a whole body
 * @param applyOperation changes one value; unknown attributes are ignored
 * @param store stores what `change` makes of the current values
 */
export const changesOf = <Values>(
  readValues: (body: unknown) => Values,
  applyOperation: (values: Values, operation: PatchOperation) => Values,
  store: (
    service: Service,
    id: string,
    change: (current: Values) => Values,
    expected: CheckVersion,
  ) => Promise<Resource>,
): { readonly replace: Change; readonly patch: Change } => ({
  replace: (service, id, body, expected) => {
    const values = readValues(body);
    return store(service, id, () => values, expected);
  },
  patch: (service, id, body, expected) => {
    const operations = readPatch(body);
    return store(service, id, (current) => operations.reduce(applyOperation, current), expected);
  },
});

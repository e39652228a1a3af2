// Declares what SCIM does with users and groups, and makes their addresses, versions and lists.
import type { Service } from '../../platform/service.ts';
import { hashOf } from '../../platform/hashOf.ts';

/** The schemas of RFC 7643. */
export const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0';

interface Attributes {
  readonly id: string;
  /** Undefined: not shown. */
  readonly [attribute: string]: unknown;
}

export interface Resource extends Attributes {
  readonly schemas: readonly string[];
  readonly meta: {
    readonly resourceType: string;
    readonly created: Date;
    readonly lastModified: Date;
    readonly location: string;
    readonly version: string;
  };
}

/** What SCIM does with users or groups. `Values` is what clients write. */
export interface ResourceKind<Values> {
  /** @throws ApiError 400 for an invalid filter */
  readonly list: (
    service: Service,
    filter: string | null,
    page: Page,
  ) => Promise<{ readonly resources: readonly Resource[]; readonly total: number }>;
  /** @throws ApiError 400 for invalid values, 409 for a name that is taken */
  readonly create: (service: Service, values: Values) => Promise<Resource>;
  /** @throws ApiError 404 */
  readonly read: (service: Service, id: string) => Promise<Resource>;
  /** Reads a whole body; unknown attributes are ignored. @throws ApiError 400 */
  readonly readValues: (body: unknown) => Values;
  /**
   * @param change makes the new values from the current resource, in the transaction that stores them
   * @throws ApiError as `create`, `read` and `change`, and 403 if the site would lose its last administrator
   */
  readonly change: (service: Service, id: string, change: (current: Resource) => Values) => Promise<Resource>;
  /** @param check is called as `change` @throws ApiError 404, of `check`, and 403 as `change` */
  readonly remove: (service: Service, id: string, check: (current: Resource) => void) => Promise<void>;
}

/** The address of a resource: a whole one if the configuration says where the site is. */
export const locationOf = ({ config }: Pick<Service, 'config'>, path: string): string => {
  const { url } = config.editor;
  return `${url === '' ? '' : new URL(url).origin}/scim/v2/${path}`;
};

/** Adds `schemas`, and `meta` with a version that changes when the attributes do. */
export const makeResource = (
  service: Pick<Service, 'config'>,
  resourceType: 'User' | 'Group',
  attributes: Attributes,
  { createdAt, updatedAt }: { readonly createdAt: Date; readonly updatedAt: Date },
): Resource => {
  const version = `W/"${hashOf(attributes).slice(0, 16)}"`;
  const location = locationOf(service, `${resourceType}s/${attributes.id}`);
  return {
    schemas: [`${coreSchema}:${resourceType}`],
    ...attributes,
    meta: { resourceType, created: createdAt, lastModified: updatedAt, location, version },
  };
};

export interface Page {
  readonly startIndex: number;
  readonly count: number;
}

/** The most resources in a page. */
export const maxCount = 200;
const defaultCount = 100;

const wholeNumber = (text: string | null, absent: number): number =>
  text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : absent;

/** As RFC 7644, 3.4.2.4 says: a value that is too low counts as the lowest, one that is too high as the highest. */
export const readPage = (query: URLSearchParams): Page => ({
  startIndex: Math.max(1, wholeNumber(query.get('startIndex'), 1)),
  count: Math.min(maxCount, Math.max(0, wholeNumber(query.get('count'), defaultCount))),
});

export const listBody = (resources: readonly object[], totalResults = resources.length, startIndex = 1): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const namesIn = (query: URLSearchParams, name: string): readonly string[] =>
  (query.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const alwaysReturned: ReadonlySet<string> = new Set(['schemas', 'id', 'meta']);

/** The resource with the attributes of `attributes`, or without those of `excludedAttributes`. */
export const selectAttributes = (resource: Resource, query: URLSearchParams): object => {
  const [wanted, excluded] = [namesIn(query, 'attributes'), namesIn(query, 'excludedAttributes')];
  const isKept = (name: string): boolean => {
    const isNamed = (names: readonly string[]) =>
      names.some((one) => one === name.toLowerCase() || one.startsWith(`${name.toLowerCase()}.`));
    if (alwaysReturned.has(name)) return true;
    return wanted.length > 0 ? isNamed(wanted) : !excluded.includes(name.toLowerCase());
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)));
};

// What users and groups of SCIM have in common: their address, their version, and how a list of them is answered.
import type { Service } from '../../platform/service.ts';
import { hashOf } from '../../platform/hashOf.ts';

export interface Resource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly [attribute: string]: unknown;
}

/** The address of a resource: a whole one if the configuration says where the site is. */
export const locationOf = ({ config }: Pick<Service, 'config'>, path: string): string => {
  const { url } = config.editor;
  return `${url === '' ? '' : new URL(url).origin}/scim/v2/${path}`;
};

/** Adds `meta`, with a version that changes when the resource does. */
export const withMeta = (
  service: Pick<Service, 'config'>,
  resourceType: 'User' | 'Group',
  resource: Resource,
  { created, lastModified }: { readonly created: Date; readonly lastModified: Date },
): Resource => {
  const version = `W/"${hashOf(resource).slice(0, 16)}"`;
  const location = locationOf(service, `${resourceType}s/${resource.id}`);
  return { ...resource, meta: { resourceType, created, lastModified, location, version } };
};

export interface Page {
  readonly startIndex: number;
  readonly count: number;
}

const maxCount = 200;
const defaultCount = 100;

const wholeNumber = (text: string | null, absent: number): number =>
  text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : absent;

/** As RFC 7644, 3.4.2.4 says: a value that is too low counts as the lowest, one that is too high as the highest. */
export const readPage = (query: URLSearchParams): Page => ({
  startIndex: Math.max(1, wholeNumber(query.get('startIndex'), 1)),
  count: Math.min(maxCount, Math.max(0, wholeNumber(query.get('count'), defaultCount))),
});

export const listBody = (resources: readonly object[], totalResults: number, startIndex: number): object => ({
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

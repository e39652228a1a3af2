// What clients can read of SCIM itself (RFC 7644, 4): what it supports, and which attributes there are.
import type { Service } from '../../platform/service.ts';
import { coreSchema, listBody, locationOf, maxCount } from './resource.ts';
import { nameParts } from './storedScim.ts';

const attribute = (name: string, more: object = {}) => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
});

const complex = (name: string, subAttributes: readonly object[], more: object = {}) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes, ...more });

const reference = (type: string, more: object) =>
  attribute('$ref', { type: 'reference', referenceTypes: [type], caseExact: true, ...more });

const readOnly = { mutability: 'readOnly' };
const immutable = { mutability: 'immutable' };

const schemas = [
  {
    id: `${coreSchema}:User`,
    name: 'User',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('displayName'),
      attribute('externalId', { caseExact: true }),
      complex(
        'name',
        nameParts.map((part) => attribute(part)),
        { multiValued: false },
      ),
      attribute('active', { type: 'boolean', required: true }),
      complex(
        'emails',
        [
          attribute('value', { required: true }),
          attribute('type', { canonicalValues: ['work'] }),
          attribute('primary', { type: 'boolean' }),
        ],
        { required: true },
      ),
      complex(
        'groups',
        [attribute('value', readOnly), reference('Group', readOnly), attribute('display', readOnly)],
        readOnly,
      ),
    ],
  },
  {
    id: `${coreSchema}:Group`,
    name: 'Group',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      complex('members', [
        attribute('value', immutable),
        reference('User', immutable),
        attribute('type', { ...immutable, canonicalValues: ['User'] }),
      ]),
    ],
  },
];

const resourceTypes = ['User', 'Group'].map((name) => ({
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: `${coreSchema}:${name}`,
}));

const lists = {
  Schemas: { resourceType: 'Schema', rows: schemas },
  ResourceTypes: { resourceType: 'ResourceType', rows: resourceTypes },
};

const serviceProviderConfig = {
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxCount },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The value of LECTERN_SCIM_TOKEN', primary: true },
  ],
};

const describe = (service: Service, resourceType: string, path: string, body: object): object => ({
  schemas: [`${coreSchema}:${resourceType}`],
  ...body,
  meta: { resourceType, location: locationOf(service, path) },
});

/** @param id undefined: all @returns undefined if SCIM does not describe this */
export const describeScim = (service: Service, resource: string, id?: string): object | undefined => {
  if (resource === 'ServiceProviderConfig')
    return id === undefined ? describe(service, resource, resource, serviceProviderConfig) : undefined;
  if (resource !== 'Schemas' && resource !== 'ResourceTypes') return undefined;
  const { resourceType, rows } = lists[resource];
  const bodies = rows
    .filter((row) => id === undefined || row.id === id)
    .map((row) => describe(service, resourceType, `${resource}/${row.id}`, row));
  return id === undefined ? listBody(bodies) : bodies[0];
};

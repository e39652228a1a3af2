// What clients can read of SCIM itself (RFC 7644, 4): what it supports, and which attributes there are.
import type { Service } from '../../platform/service.ts';
import { listBody, locationOf } from './resource.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

const attribute = (name: string, more: object = {}) => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
});

const complex = (name: string, subAttributes: readonly object[], more: object = {}) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes, ...more });

const schemas = [
  {
    id: `${core}:User`,
    name: 'User',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('displayName'),
      attribute('externalId', { caseExact: true }),
      attribute('active', { type: 'boolean' }),
      complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })]),
      complex('groups', [attribute('value'), attribute('display')], { mutability: 'readOnly' }),
    ],
  },
  {
    id: `${core}:Group`,
    name: 'Group',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      complex('members', [attribute('value'), attribute('type')]),
    ],
  },
];

const serviceProviderConfig = {
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The value of LECTERN_SCIM_TOKEN', primary: true },
  ],
};

const withLocation = (service: Service, resourceType: string, path: string, body: object): object => ({
  ...body,
  meta: { resourceType, location: locationOf(service, path) },
});

const schemasOf = (service: Service) =>
  schemas.map((schema) => ({
    id: schema.id,
    body: withLocation(service, 'Schema', `Schemas/${schema.id}`, {
      schemas: [`${core}:Schema`],
      ...schema,
    }),
  }));

const resourceTypesOf = (service: Service) =>
  ['User', 'Group'].map((name) => ({
    id: name,
    body: withLocation(service, 'ResourceType', `ResourceTypes/${name}`, {
      ...{ schemas: [`${core}:ResourceType`], id: name, name, endpoint: `/${name}s`, schema: `${core}:${name}` },
    }),
  }));

/** @param id undefined: all @returns undefined if SCIM does not describe this */
export const describeScim = (service: Service, resource: string, id?: string): object | undefined => {
  if (resource === 'ServiceProviderConfig')
    return id === undefined ? withLocation(service, resource, resource, serviceProviderConfig) : undefined;
  const rows =
    resource === 'Schemas' ? schemasOf(service) : resource === 'ResourceTypes' ? resourceTypesOf(service) : undefined;
  if (id !== undefined) return rows?.find((row) => row.id === id)?.body;
  return (
    rows &&
    listBody(
      rows.map(({ body }) => body),
      rows.length,
      1,
    )
  );
};

// Describes the routes of SCIM. RFC 7643 and RFC 7644 describe its resources, so the document does not.
import type { DescribedRoute } from './types.ts';
import * as parameters from './parameters.ts';
import { text } from './schemaParts.ts';

const content = { 'application/scim+json': { schema: { type: 'object' } } } as const;

const about = { tag: 'SCIM' } as const;
const resource = parameters.inPath('resource', 'Users, Groups, ServiceProviderConfig, ResourceTypes or Schemas', text);
const id = parameters.inPath('id', 'the id of a user or a group', text);
const body = { required: true, content };
/** 404 also without `LECTERN_SCIM_TOKEN`, 409 for what exists, 412 for another version. */
const errorStatuses = [400, 401, 403, 404, 409, 412, 413, 503];
const errors = Object.fromEntries(
  errorStatuses.map((status) => [status, { description: 'An error, as RFC 7644 says', content }]),
);
const answer = (status: number) => ({ ...errors, [status]: { description: 'As RFC 7644 says', content } });

const inList = { ...about, parameters: [resource] };
const ofOne = { ...about, parameters: [resource, id] };

export const scim = {
  scimList: (): DescribedRoute => ({
    ...about,
    parameters: [
      resource,
      ...['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes'].map((name) => ({
        ...{ name, in: 'query', description: 'As RFC 7644 says', schema: text },
      })),
    ],
    answers: answer(200),
  }),
  scimCreate: (): DescribedRoute => ({ ...inList, body, answers: answer(201) }),
  scimRead: (): DescribedRoute => ({ ...ofOne, answers: answer(200) }),
  scimReplace: (): DescribedRoute => ({ ...ofOne, body, answers: answer(200) }),
  scimPatch: (): DescribedRoute => ({
    ...{ ...ofOne, body },
    answers: { ...answer(200), 204: { description: 'The group is changed' } },
  }),
  scimDelete: (): DescribedRoute => ({ ...ofOne, answers: { ...errors, 204: { description: 'It is deleted' } } }),
};

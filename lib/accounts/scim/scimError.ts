// Errors in the form of SCIM (RFC 7644, 3.12).
import { ApiError } from '../../errors.ts';

type ScimType = 'invalidFilter' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'invalidValue';

/** An error whose `scimType` clients know. */
export const scimError = (status: number, detail: string, scimType?: ScimType): ApiError =>
  new ApiError(status, 'ScimError', detail, scimType === undefined ? {} : { scimType });

export const invalidValue = (detail: string): ApiError => scimError(400, detail, 'invalidValue');

export const unknownResource = (id: string): ApiError => scimError(404, `Resource ${id} not found`);

/** The `scimType` of an error that another area threw. */
const typeOf = ({ status, name, message, details }: ApiError): unknown => {
  if (details.scimType !== undefined) return details.scimType;
  if (status !== 400) return undefined;
  return message === 'The request body is not valid JSON' || name !== 'ValidationError'
    ? 'invalidSyntax'
    : 'invalidValue';
};

/** The body of an answer with an error. */
export const errorBody = (error: ApiError): object => {
  const scimType = typeOf(error);
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(error.status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: error.message,
  };
};

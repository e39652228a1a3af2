// Describes the route of the audit log.
import { auditActions } from '../../platform/audit/index.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute } from './types.ts';
import { arrayOf, jsonResponse, nullable, requiredObject, schemaRef, text } from './schemaParts.ts';

export const audit = {
  findAuditRows: (context: Context): DescribedRoute => ({
    tag: 'Audit log',
    parameters: parameters.auditParameters(context, auditActions),
    answers: {
      200: jsonResponse(
        'The newest rows first',
        requiredObject({
          data: arrayOf(schemaRef('AuditRow')),
          meta: requiredObject({
            pagination: requiredObject({ pageSize: { type: 'integer' }, nextCursor: nullable(text) }),
          }),
        }),
      ),
    },
    errorStatuses: [400],
  }),
};

// Declares the operation on the audit log.
import {
  arrayOf,
  closedObject,
  cursorAnswer,
  dateTime,
  defineContract,
  fullObject,
  nullable,
  text,
} from '../../contracts/contract.ts';
import { auditActions } from '../../platform/auditActions.ts';

/** The first parts of the names of actions. */
export const auditKinds = [...new Set(auditActions.map((action) => action.slice(0, action.indexOf('.'))))];

const AuditRow = fullObject({
  ...{ id: text, at: dateTime, action: { type: 'string', enum: auditActions } },
  actor: { type: 'string', description: 'the documentId of a user, `token 3`, `owner`, `public` or `command line`' },
  ...{ address: nullable(text), requestId: nullable(text) },
  target: closedObject({ type: text, documentId: text, locale: text, id: text, name: text }, ['type']),
  changed: { ...arrayOf(text), description: 'names of attributes, and permissions as `grant`, `revoke` or `change`' },
  count: { type: 'integer', description: 'how often within a minute: more than once only for failed logins' },
} as const);

const documented = { enum: [...auditKinds, ...auditActions] };

export const auditContract = defineContract({
  tag: 'Audit log',
  function: 'general',
  path: '/admin/audit',
  access: 'admin::audit.read',
  params: {},
  schemas: { AuditRow },
  operations: {
    findAuditRows: {
      method: 'GET',
      summary: 'Lists who changed what, newest first',
      query: {
        actor: {
          type: 'string',
          description:
            'Only of this user (its documentId), API token (`token 3`), `owner`, `public` or `command line`.',
        },
        action: {
          type: 'string',
          description: 'Only this action, or all of a kind: `login` for `login.succeeded` and `login.failed`.',
          documented,
        },
        type: {
          type: 'string',
          description: 'Only about this content type (its uid), or `token`, `webhook`, `locale`, `list` or `site`.',
        },
        documentId: { type: 'string', description: 'Only about this document.' },
        from: { type: 'string', description: 'Not earlier than this: a date, or a date and time with an offset.' },
        to: { type: 'string', description: 'Only earlier than this.' },
      },
      paged: 'cursor',
      returns: 'The newest rows first',
      answer: cursorAnswer(AuditRow),
    },
  },
});

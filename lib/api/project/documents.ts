// Stands in for the documents service of lib/write/operations, until that has one.
import type { Caller } from '../../platform/access/index.ts';
import type { DocumentsAccess, ProjectCaller } from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';

export const projectCallerOf = ({ kind, id, user }: Caller): ProjectCaller => ({
  kind,
  id,
  ...(user === undefined ? {} : { user }),
});

export const documentsFor: (service: Service, caller: Caller) => DocumentsAccess = () => {
  const missing = (): never => {
    throw new Error('the documents service does not exist yet');
  };
  const documents = {
    ...{ find: missing, findOne: missing, create: missing, update: missing },
    ...{ publish: missing, unpublish: missing, delete: missing },
  };
  return { asCaller: documents, asSystem: documents };
};

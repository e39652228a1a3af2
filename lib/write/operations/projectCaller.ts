// The caller as project code sees it.
import { administrator, type Caller } from '../../platform/access/index.ts';
import type { ProjectCaller } from '../../platform/extensions/index.ts';

/** @returns the caller without its permissions; Lectern's own commands are the system */
export const projectCallerOf = ({ kind, id, user }: Caller): ProjectCaller =>
  id === administrator.id ? { kind: 'system', id } : { kind, id, ...(user === undefined ? {} : { user }) };

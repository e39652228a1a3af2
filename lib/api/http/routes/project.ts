// The routes that project code adds.
import { projectPaths, type Extensions } from '../../../platform/extensions/index.ts';
import type { Route } from './route.ts';

/** One function answers all of them; it checks their permissions. */
export const projectRows = (extensions: Extensions | undefined): readonly Route<'project', 'caller', 'extensions'>[] =>
  projectPaths(extensions).map(({ method, path }) => ({
    ...{ method, path, operation: 'project', access: 'caller', function: 'extensions' },
    summary: '',
  }));

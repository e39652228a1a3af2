// The methods of a path that project code adds. In a bundle without such paths, a stub replaces this module (cli/bundle).
import { projectPaths, type Extensions } from '../../platform/extensions/index.ts';
import { matchTemplate, segmentsOf, templateOf } from './paths.ts';

/** @returns undefined if the project has no such path */
export const projectMethods = (path: string, extensions: Extensions | undefined): readonly string[] | undefined => {
  const segments = segmentsOf(path);
  const fitting = projectPaths(extensions).filter((one) => matchTemplate(templateOf(one.path), segments) !== undefined);
  // `/api/orders/export` takes precedence over `/api/orders/{id}`.
  const best = fitting.find((one) => !one.path.includes('{')) ?? fitting[0];
  const methods = fitting.filter((one) => one.path === best?.path).map(({ method }) => method);
  return methods.length === 0 ? undefined : methods;
};

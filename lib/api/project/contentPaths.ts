// Lists the paths that Lectern's own routes take of a content type, which a route of the project cannot have.
import { documentActions } from '../http/index.ts';
import { contentRoutes } from '../http/routes/index.ts';

/** A path whose variables have no names: `/orders/{}`. */
export const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/**
 * @param contentType its name in paths: `articles`
 * @returns the shapes of the paths, below `/api`: `/articles/{}/actions/publish`
 */
export const contentPaths = (contentType: string): readonly string[] =>
  contentRoutes.flatMap(({ path }) => {
    const own = path.slice('/api'.length).replace('{contentType}', contentType);
    const named = own.endsWith('{action}') ? documentActions.map((action) => own.replace('{action}', action)) : [];
    return [own, ...named].map(shapeOf);
  });

// Checks what a site needs to be served.
import { checkProjectRoutes } from '../api/project/index.ts';
import { checkSignIn } from '../platform/config/index.ts';
import type { Site } from '../platform/site.ts';
import { checkDefaultPopulates } from '../read/query/index.ts';

/**
 * Checks what `siteOf` cannot, because it needs the query parser and the table of routes.
 *
 * @throws Error with every fault of the default populates, or of the project's routes, or of the providers of logins
 */
export const checkSite = (site: Site): void => {
  checkDefaultPopulates(site);
  checkProjectRoutes(site);
  checkSignIn(site.config);
};

// A server of a site's requests: in `lectern start`, and as the program of a Lambda web function.
export { serveRequests, type SiteAddress } from './serveRequests.ts';
export { serveWeb } from './serveWeb.ts';

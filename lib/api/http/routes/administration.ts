// Releases, and comments that mention somebody.
import { defineRoutes } from './route.ts';

const releases = '/api/content-releases';
const release = `${releases}/{id}` as const;

/** The permissions are those to read and publish the documents of a release; the operations check them. */
export const releaseRoutes = defineRoutes('general', [
  ['GET', releases, 'findReleases', 'caller', 'Lists releases, the newest first'],
  ['POST', releases, 'createRelease', 'caller', 'Creates a release'],
  ['GET', `${releases}/mapEntriesToReleases`, 'mapDocuments', 'caller', 'Returns the planned releases of documents'],
  [
    'GET',
    `${releases}/getByDocumentAttached`,
    'findByDocument',
    'caller',
    'Lists planned releases with a document, or without it',
  ],
  ['GET', release, 'findRelease', 'caller', 'Reads one release'],
  ['PUT', release, 'updateRelease', 'caller', 'Renames a release, or plans its time'],
  ['DELETE', release, 'deleteRelease', 'caller', 'Deletes a release, and nothing of its documents'],
  ['POST', `${release}/publish`, 'publishRelease', 'caller', 'Publishes a release now'],
  ['GET', `${release}/actions`, 'findReleaseActions', 'caller', 'Lists what a release publishes and unpublishes'],
  ['POST', `${release}/actions`, 'addReleaseAction', 'caller', 'Adds a document to a release'],
  ['POST', `${release}/actions/bulk`, 'addReleaseActions', 'caller', 'Adds documents to a release'],
  [
    'PUT',
    `${release}/actions/{actionId}`,
    'changeReleaseAction',
    'caller',
    'Changes what a release does to a document',
  ],
  ['DELETE', `${release}/actions/{actionId}`, 'removeReleaseAction', 'caller', 'Removes a document from a release'],
]);

/** What the editor shows of comments beside those of a document. */
export const mentionRoutes = defineRoutes('general', [
  ['GET', '/api/editor/comments', 'findMentions', 'editor', 'Lists comments that mention the user, the latest first'],
  ['GET', '/api/editor/people', 'findPeople', 'editor', 'Lists users who may read a document, to mention them'],
]);

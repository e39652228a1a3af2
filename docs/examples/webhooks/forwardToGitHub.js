// Starts workflows with `on: repository_dispatch` when content changes: GitHub only accepts a body of its own, so this forwards the call of a webhook.
import { isOurs } from './isOurs.js';

/**
 * @param {string | Buffer} body of the call, as it was sent
 * @param {Record<string, string | undefined>} headers their names in lower case
 * @param {Record<'SECRET' | 'GITHUB_TOKEN' | 'REPOSITORY', string>} settings of the webhook, and of the repository, as `owner/name`
 * @returns the status to answer the webhook with
 */
export const forwardToGitHub = async (body, headers, { SECRET, GITHUB_TOKEN, REPOSITORY }) => {
  if (!isOurs(body, headers['x-lectern-signature'], SECRET)) return 401;
  const { status } = await fetch(`https://api.github.com/repos/${REPOSITORY}/dispatches`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${GITHUB_TOKEN}`,
      Accept: 'application/vnd.github+json',
      'User-Agent': 'lectern-webhook',
    },
    body: JSON.stringify({ event_type: 'content' }),
  });
  return status;
};

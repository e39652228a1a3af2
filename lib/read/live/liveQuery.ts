// Reads the query string of a request for changes of tags.
import { invalid, invalidKey } from '../../errors.ts';
import { isBranch, listOf, parseTree, type Branch, type Tree } from '../query/index.ts';
import { readSince, type LiveSince } from './liveSince.ts';

export interface LiveQuery {
  /** documentIds and uids of types, sorted and without repetition. */
  readonly tags: readonly string[];
  /** undefined: the client knows nothing yet. */
  readonly since: LiveSince | undefined;
}

const allowedParameters = ['tags', 'since'];

/** An answer with more documents has the uids of their types in `Surrogate-Key`, which are few. */
export const maxLiveTags = 120;

/** A documentId or a uid. */
const tagForm = /^[\w:.-]{1,200}$/;

const tagsIn = (part: Tree): readonly string[] => {
  if (typeof part !== 'string') throw invalid('tags must be a list of documentIds and uids', { path: 'tags' });
  return part.split(/[, ]/).filter((tag) => tag !== '');
};

const readTags = ({ tags }: Branch): readonly string[] => {
  const found = [...new Set((isBranch(tags) ? [tags] : listOf(tags)).flatMap(tagsIn))].sort();
  if (found.length === 0)
    throw invalid('Missing tags: name what the page shows, as Surrogate-Key does, with commas between them', {
      path: 'tags',
    });
  if (found.length > maxLiveTags)
    throw invalid(`At most ${maxLiveTags} tags: name the uid of a type instead of its documents`, { path: 'tags' });
  const wrong = found.find((tag) => !tagForm.test(tag));
  if (wrong !== undefined) throw invalid(`Invalid tag ${wrong}: expected a documentId or a uid`, { path: 'tags' });
  return found;
};

/**
 * @param text the raw query string
 * @param lastEventId what a client that connects again sends; it is newer than `since`
 * @throws ApiError 400 for an unknown or invalid parameter, and for too many tags
 */
export const readLiveQuery = (text: string, lastEventId?: string): LiveQuery => {
  const parameters = parseTree(text);
  const other = Object.keys(parameters).find((key) => !allowedParameters.includes(key));
  if (other !== undefined) throw invalidKey(other, '', 'query');
  const tags = readTags(parameters);
  const since = lastEventId === undefined || lastEventId === '' ? (parameters.since ?? '') : lastEventId;
  if (typeof since !== 'string') throw invalid('Invalid since: expected one value', { path: 'since' });
  return { tags, since: since === '' ? undefined : readSince(since, tags.length) };
};

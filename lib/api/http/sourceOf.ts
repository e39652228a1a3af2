// Finds through what a request changes content, for the history of documents.
import type { ChangeSource } from '../../platform/changeSources.ts';
import type { Request } from './request.ts';

/** What the editor says of itself. */
const ownSources: readonly ChangeSource[] = ['editor', 'autosave'];

/**
 * @param otherwise the source of a request that comes from neither
 * @returns what made the request in this process; else what the header `Lectern-Source` says, if it is known
 */
export const sourceOf = (
  { headers, source: made }: Pick<Request, 'headers' | 'source'>,
  otherwise: ChangeSource,
): ChangeSource => made ?? ownSources.find((source) => source === headers['lectern-source']) ?? otherwise;

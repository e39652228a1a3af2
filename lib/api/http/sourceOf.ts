// Finds through what a request changes content, for the history of documents.
import type { ChangeSource } from '../../platform/changeSources.ts';
import type { Request } from './request.ts';

/** What the editor says of itself. */
const ownSources: readonly ChangeSource[] = ['editor', 'autosave'];

/**
 * @param otherwise the source of a request that comes from neither
 * @returns an agent, for whom only a request of this process can be; else what the header `Lectern-Source` says, if it is known
 */
export const sourceOf = (
  { headers, caller }: Pick<Request, 'headers' | 'caller'>,
  otherwise: ChangeSource,
): ChangeSource =>
  caller === undefined ? (ownSources.find((source) => source === headers['lectern-source']) ?? otherwise) : 'agent';

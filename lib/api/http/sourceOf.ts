// Finds through what a request changes content, for the history of documents.
import type { ChangeSource } from '../../platform/changeSources.ts';
import type { Request } from './request.ts';

/** What the editor and the tools of agents say of themselves. */
const ownSources: readonly ChangeSource[] = ['editor', 'autosave', 'agent'];

/**
 * @param otherwise the source of a request that comes from neither
 * @returns what the header `Lectern-Source` says, if it is known
 */
export const sourceOf = ({ headers }: Pick<Request, 'headers'>, otherwise: ChangeSource): ChangeSource =>
  ownSources.find((source) => source === headers['lectern-source']) ?? otherwise;

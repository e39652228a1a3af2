// Finds through what a request changes content, for the history of documents.
import type { ChangeSource } from '../../platform/changeSources.ts';
import type { Request } from './request.ts';

/** What the editor says of itself. */
const editorSources: readonly ChangeSource[] = ['editor', 'autosave'];

/**
 * @param otherwise the source of a request that does not come from the editor
 * @returns what the header `Lectern-Source` says, if it is known
 */
export const sourceOf = ({ headers }: Pick<Request, 'headers'>, otherwise: ChangeSource): ChangeSource =>
  editorSources.find((source) => source === headers['lectern-source']) ?? otherwise;

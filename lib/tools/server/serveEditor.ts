// Serves the built editor over HTTP.
import { join } from 'node:path';
import type { Settings } from '../../platform/config/index.ts';
import { answerEditor, contentSecurityPolicy, editorSources, openEditor } from '../editor/index.ts';
import { packageRoot } from '../installedPackage.ts';
import { parseRequestTarget } from './gatewayEvent.ts';
import type { ServeFile } from './serveFiles.ts';

/**
 * @param folder the built editor
 * @returns undefined if the settings turn the editor off, or it is not built
 */
export const serveEditor = (
  settings: Pick<Settings, 'editor' | 'upload' | 'preview'>,
  folder = join(packageRoot(), 'dist/editor'),
): ServeFile | undefined => {
  if (!settings.editor.enabled) return undefined;
  const editor = openEditor(folder, contentSecurityPolicy(editorSources(settings, process.env.AWS_REGION ?? '')));
  if (editor === undefined) return undefined;
  return async (request, response, idleMs) => {
    const { method = 'GET', headers } = request;
    const { path } = parseRequestTarget(request);
    const answer = await answerEditor(editor, { method, path, headers });
    if (answer === undefined) return false;
    response.setTimeout(idleMs);
    response.writeHead(answer.status, answer.headers).end(answer.body);
    return true;
  };
};

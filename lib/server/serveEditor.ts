// Serves the built editor over HTTP.
import { answerEditor, type Editor } from './editor/index.ts';
import { parseRequestTarget } from './gatewayEvent.ts';
import type { ServeFile } from './serveFiles.ts';

export const serveEditor =
  (editor: Editor): ServeFile =>
  async (request, response, idleMs) => {
    const { method = 'GET', headers } = request;
    const answer = await answerEditor(editor, { method, path: parseRequestTarget(request).path, headers });
    if (answer === undefined) return false;
    response.setTimeout(idleMs);
    response.writeHead(answer.status, answer.headers).end(answer.body);
    return true;
  };

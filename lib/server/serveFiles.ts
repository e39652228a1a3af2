// Serves files over HTTP: those of a folder, whole or in ranges, and the built editor.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Store } from '../media/index.ts';
import { answerFile } from './answerFile.ts';
import { parseRequestTarget } from './gatewayEvent.ts';
import { answerEditor, type Editor } from './editor/index.ts';

/**
 * Answers requests before the routes do: for files, and for streams.
 *
 * @param idleMs how long a client may read nothing of a file before Lectern closes its connection
 * @returns whether it answered; if not, the routes answer
 */
export type ServeRequest = (request: IncomingMessage, response: ServerResponse, idleMs: number) => Promise<boolean>;

/** @param corsFor the CORS headers for an origin */
export const serveFiles =
  (store: Store, corsFor: (origin: string | undefined) => Readonly<Record<string, string>>): ServeRequest =>
  async (request, response, idleMs) => {
    const { method = 'GET', headers } = request;
    const answer = await answerFile(store, corsFor, { method, path: parseRequestTarget(request).path, headers });
    if (answer === undefined) return false;
    response.setTimeout(idleMs);
    response.writeHead(answer.status, answer.headers);
    if (answer.range === undefined) response.end();
    else await pipeline(await store.read(answer.key, answer.range), response);
    return true;
  };

export const serveEditor =
  (editor: Editor): ServeRequest =>
  async (request, response, idleMs) => {
    const { method = 'GET', headers } = request;
    const answer = await answerEditor(editor, { method, path: parseRequestTarget(request).path, headers });
    if (answer === undefined) return false;
    response.setTimeout(idleMs);
    response.writeHead(answer.status, answer.headers).end(answer.body);
    return true;
  };

// A stream whose client leaves before it begins.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { LiveStreams } from '../../lib/server/live/liveStreams.ts';
import { addPublicRole } from '../setup/accounts.ts';
import { createApi } from '../setup/api.ts';
import { library } from '../write/documents/library.ts';

const api = createApi(library);

it('is not kept', async () => {
  await addPublicRole(api.service(), ['api::book.book.find']);
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: '/api/live?tags=api::book.book' });
  request.headers.accept = 'text/event-stream';
  const response = new ServerResponse(request);
  const writeHead = vi.spyOn(response, 'writeHead');
  const served = new LiveStreams(api.service()).serve(request, response, 1_000);
  response.destroy();
  expect(await served).toBe(true);
  expect(writeHead).not.toHaveBeenCalled();
});

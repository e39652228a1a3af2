// The server log as a terminal shows it.
import { describe, expect, it } from 'vitest';
import { isColoured, readable } from '../../lib/tools/dev/lines.ts';

const line = (status: number, more: object = {}): string =>
  JSON.stringify({
    ...{ level: 'info', requestId: 'x', method: 'GET', path: '/api/articles', ...more, status, ms: 12.3, bytes: 9 },
  });

describe('npm run dev', () => {
  it('shows a request in one short line', () => {
    expect(readable(line(200, { caller: 'token' }), false)).toBe('200 GET /api/articles 12 ms, token');
    expect(readable(line(404), false)).toBe('404 GET /api/articles 12 ms');
  });

  it('colours the status', () => {
    expect(readable(line(503), true)).toBe('\u001b[31m503\u001b[0m GET /api/articles 12 ms');
  });

  it.each(['Lectern is ready at http://127.0.0.1:3000', '{"level":"info"', ''])('does not change %j', (text) => {
    expect(readable(text, true)).toBe(text);
  });

  it.each([
    [{}, true, true],
    [{ NO_COLOR: '' }, true, true],
    [{ NO_COLOR: '1' }, true, false],
    [{}, false, false],
  ])('with %o, on a terminal: %s, colours: %s', (env, isTTY, coloured) => {
    expect(isColoured(env, { isTTY })).toBe(coloured);
  });
});

// The server log as a terminal shows it.
import { describe, expect, it } from 'vitest';
import { usesColour, formatLogLine } from '../../../lib/tools/dev/formatLogLine.ts';

const line = (status: number, more: object = {}): string =>
  JSON.stringify({
    ...{ level: 'info', requestId: 'x', method: 'GET', path: '/api/articles', ...more, status, ms: 12.3, bytes: 9 },
  });

describe('npm run dev', () => {
  it('shows a request in one short line', () => {
    expect(formatLogLine(line(200, { caller: 'token' }), false)).toBe('200 GET /api/articles 12 ms, token');
    expect(formatLogLine(line(404), false)).toBe('404 GET /api/articles 12 ms');
  });

  it('colours the status', () => {
    expect(formatLogLine(line(503), true)).toBe('\u001b[31m503\u001b[0m GET /api/articles 12 ms');
  });

  it.each(['Lectern is ready at http://127.0.0.1:3000', '{"level":"info"', ''])('does not change %j', (text) => {
    expect(formatLogLine(text, true)).toBe(text);
  });

  it.each([
    [{}, true, true],
    [{ NO_COLOR: '' }, true, true],
    [{ NO_COLOR: '1' }, true, false],
    [{}, false, false],
  ])('with %o, on a terminal: %s, colours: %s', (env, isTTY, coloured) => {
    expect(usesColour(env, { isTTY })).toBe(coloured);
  });
});

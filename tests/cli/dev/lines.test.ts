// The server log as a terminal shows it.
import { describe, expect, it } from 'vitest';
import { usesColour, formatLogLine } from '../../../cli/dev/formatLogLine.ts';

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

  const stack = (...frames: readonly string[]): string =>
    ['Error: no ink', ...frames.map((frame) => `    at ${frame}`)].join('\n');
  const at = (path: string): string => `(${process.cwd()}/${path})`;

  it('shows an exception of project code with file and line first, and only the frames of the project', () => {
    const thrown = [`mix ${at('extensions/ink.ts:7:94')}`, `run ${at('node_modules/lectern/dist/start.mjs:1:2')}`];
    const failed = JSON.stringify({
      ...{ level: 'error', requestId: 'x', method: 'POST', path: '/api/notes' },
      error: {
        ...{ name: 'Error', message: 'validate of api::note.note failed', stack: stack('call (node:internal:1:1)') },
        cause: { name: 'Error', message: 'no ink', stack: stack(...thrown) },
      },
    });
    expect(formatLogLine(failed, false).split('\n')).toEqual([
      'extensions/ink.ts:7  no ink',
      '    validate of api::note.note failed, POST /api/notes',
      '    at mix (extensions/ink.ts:7:94)',
    ]);
    const handler = { message: 'an event handler failed', file: 'extensions/ink.ts', event: 'entry.create' };
    const logged = JSON.stringify({
      level: 'error',
      ...handler,
      error: stack(`async ${process.cwd()}/a b/ink.ts:3:1`),
    });
    expect(formatLogLine(logged, false)).toBe(
      'a b/ink.ts:3  no ink\n    an event handler failed, entry.create in extensions/ink.ts\n    at async a b/ink.ts:3:1',
    );
  });

  it('shows an exception whose cause is no error', () => {
    const error = { name: 'Error', message: 'no ink', stack: stack(`mix ${at('lib/ink.ts:7:94')}`) };
    const caused = JSON.stringify({ level: 'error', error: { ...error, cause: { message: '{"error":"dry"}' } } });
    expect(formatLogLine(caused, false)).toMatch(/^lib\/ink.ts:7 {2}no ink\n/);
  });

  it('shows an error that is expected as a sentence', () => {
    const refused = { requestId: 'x', method: 'GET', path: '/api/articles', error: { name: 'E', message: 'no\nink' } };
    expect(formatLogLine(JSON.stringify({ level: 'error', ...refused }), false)).toBe('no\nink\n    GET /api/articles');
    const job = { message: 'a sweep failed', error: { message: 'no ink', cause: { message: 'no pen' } } };
    expect(formatLogLine(JSON.stringify({ level: 'error', ...job }), false)).toBe('no ink\n    a sweep failed, no pen');
  });

  it('shows a message and a mail as text', () => {
    const time = '2026-11-29T12:00:00.000Z';
    const [message, mail] = ['Lectern is ready at http://127.0.0.1:3000', 'To: a@b.co\nSubject: Hello\n\nThere'];
    expect(formatLogLine(JSON.stringify({ level: 'info', time, message }), false)).toBe(message);
    expect(formatLogLine(JSON.stringify({ level: 'warn', time, requestId: 'x', message, mail }), false)).toBe(
      `\n${mail}\n`,
    );
  });

  it.each([
    '{"level":"error","message":"a delivery is parked","webhook":"1"}',
    '{"level":"info","job":"sweep","links":0}',
    'Lectern is ready at http://127.0.0.1:3000',
    '{"level":"info"',
    '',
  ])('does not change %j', (text) => {
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

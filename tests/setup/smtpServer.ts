// An SMTP server for tests.
import { createServer, type Server } from 'node:net';

/** An SMTP server that keeps the mails that it receives. */
export const smtpServer = (received: string[]): Server =>
  createServer((socket) => {
    let data: string[] | undefined;
    let pending = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const handleLine = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') return void data.push(line);
        received.push(data.join('\n'));
        data = undefined;
        say('250 taken');
        return;
      }
      const [verb = ''] = line.toUpperCase().split(' ');
      if (verb === 'RCPT' && line.includes('refused@')) {
        say('550 nobody here');
        return;
      }
      if (verb === 'MAIL' || verb === 'RCPT') received.push(line);
      if (verb === 'DATA') {
        data = [];
        say('354 go on');
        return;
      }
      say(verb === 'EHLO' ? '250 test' : verb === 'QUIT' ? '221 bye' : '250 ok');
      if (verb === 'QUIT') socket.end();
    };
    say('220 test');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (pending + chunk).split('\r\n');
      pending = lines.pop() ?? '';
      lines.forEach(handleLine);
    });
    socket.on('error', () => undefined);
  });

// The command `lectern preview-link`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../media/files.ts';
import { freshDatabase } from '../setup/database.ts';
import { secrets } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';

describe('lectern preview-link', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };

  it('prints a link to a draft, and nothing else', async () => {
    const content = join(await freshFolder(), 'content.json');
    await writeFile(content, JSON.stringify({ about: { title: 'About us' } }));
    await lectern(['seed', content], env);
    const { code, stdout, stderr } = await lectern(['preview-link', 'about', '--expires', '60'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\/api\/about\?status=draft&preview=1\.[a-z\d]{24}\.en\.\d+\.[\w-]{43}\n$/);
  });

  it.each([
    [['artcle', 'x'], 'There is no content type "artcle"; did you mean "article"?'],
    [['article'], 'Name the document: lectern preview-link article <documentId>'],
    [['article', 'x'], 'Document not found'],
    [['about', 'x'], 'About is a single type: leave the documentId out'],
    [['about', '--expires', '9999999'], 'expiresIn must be a whole number of seconds from 1 to 604800'],
    [['about', '--expires', 'soon'], 'Write a whole number of seconds'],
  ])('refuses %j, and prints what to write', async (args, message) => {
    const { code, stdout, stderr } = await lectern(['preview-link', ...args], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });
});

// The commands `lectern role …`.
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';
import { lectern } from './inProcess.ts';

describe('lectern role', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri };
  const role = (...args: readonly string[]) => lectern(['role', ...args], env);

  it('lists the roles, in columns and as JSON', async () => {
    const { code, stdout } = await role('list');
    expect({ code, lines: stdout.split('\n').sort() }).toEqual({
      code: 0,
      lines: [
        '',
        expect.stringMatching(/^administrator +Administrator +0 +\d+$/),
        expect.stringMatching(/^authenticated +Authenticated +0 +5$/),
        expect.stringMatching(/^author +Author +0 +\d+$/),
        expect.stringMatching(/^editor +Editor +0 +\d+$/),
        expect.stringMatching(/^public +Public +0 +8$/),
        expect.stringMatching(/^type +name +users +permissions$/),
      ],
    });
    expect(JSON.parse((await role('list', '--json')).stdout)).toContainEqual({
      type: 'public',
      name: 'Public',
      users: 0,
      permissions: 8,
    });
  });

  it('creates a role, and permits and denies actions, with conditions', async () => {
    expect(await role('create', 'News Desk', '--description', 'what is new')).toEqual({
      code: 0,
      stdout: 'news_desk\n',
      stderr: '',
    });
    expect(await role('allow', 'news_desk', 'article.find', 'api::article.article.findOne')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    await role('allow', 'News Desk', 'article.update', '--own', '--where', 'filters[slug][$startsWith]=news');
    expect((await role('list', 'news_desk')).stdout).toBe(
      'api::article.article.find\napi::article.article.findOne\napi::article.article.update   own  {"slug":{"$startsWith":"news"}}\n',
    );
    await role('allow', 'news_desk', 'article.update', '--where', 'filters[slug]=a');
    await role('deny', 'news_desk', 'article.find');
    expect(JSON.parse((await role('list', 'news_desk', '--json')).stdout)).toEqual([
      { action: 'api::article.article.findOne' },
      { action: 'api::article.article.update', filters: { slug: 'a' } },
    ]);
  });

  it.each<[args: readonly string[], stderr: string]>([
    [['allow', 'pubic', 'article.find'], 'there is no role "pubic"; did you mean "public"?'],
    [['allow', 'public', 'artcle.find'], 'there is no permission "artcle.find"; did you mean "article.find"?'],
    [['allow', 'public', 'article.find', '--where', 'sort=title'], 'A condition is written as filters['],
    [['allow', 'public', 'article.find', '--where', 'filters[nope]=1'], 'Invalid key nope'],
    [['allow', 'public', 'plugin::users-permissions.auth.register', '--own'], 'takes no conditions'],
    [['create', 'Public'], 'There is a role of the type public already'],
  ])('refuses %j, and prints what to do', async (args, stderr) => {
    const ended = await role(...args);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(stderr);
  });
});

// What the five functions that serve content weigh, and what is not in them.
import { describe, expect, it } from 'vitest';
import { buildFunctions } from '../../bin/build.js';
import { built } from './bundled.ts';

const names = ['find', 'findOne', 'create', 'update', 'delete'];
const mostBytes = 700_000;

/** By the paths of their files: packages, and what belongs to reading a site and compiling it. */
const others =
  /node_modules\/(?:sharp|@img|file-type|nodemailer|@fastify\/busboy|@aws-sdk|@smithy|ajv|whatwg-url\/lib|tr46)\/|lib\/(?:media|mail\/transports|schema\/(?:build|form|read-folder)|config\/(?:check|definition|read)\.)/;

const { metafile } = await built('content-types', [...names, 'upload']);

const outputOf = (name: string) => {
  const [, output] = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`)) ?? [];
  if (output === undefined) throw new Error(`${name} was not built`);
  return output;
};

const othersIn = (name: string): readonly string[] =>
  Object.keys(outputOf(name).inputs).filter((path) => others.test(path));

describe.each(names)('the bundle of %s', (name) => {
  it(`has at most ${mostBytes} bytes`, () => {
    expect(outputOf(name).bytes).toBeLessThanOrEqual(mostBytes);
  });

  it('has nothing of uploads, mails, the AWS SDK, or of what reads and compiles a site', () => {
    expect(othersIn(name)).toEqual([]);
    // The same question finds what is there.
    expect(othersIn('upload')).not.toEqual([]);
  });
});

it('content types with faults are told of in place of a build, as `lectern types check` does', async () => {
  await expect(buildFunctions({ env: { CONTENT_TYPES: 'tests/cli/faulty' }, names: ['find'] })).rejects.toThrow(
    'article.json  attributes.title.type: there is no type "strng"; did you mean "string"?\narticle.json  attributes.form.enum',
  );
});

// The package as a team installs it: what it contains, and its commands in a project of its own.
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';
import { answerWith, startStandIn } from '../setup/httpStandIn.ts';
import { isLong } from '../setup/lengthOf.ts';
import { packedLectern } from '../setup/packedLectern.ts';
import { freePort } from '../setup/port.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { brokenLinks } from '../docs/brokenLinks.ts';
import { createProject, type Project, type Running } from './project.ts';

const note = {
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  options: { draftAndPublish: false },
  attributes: { title: { type: 'string', required: true } },
};

/** An extension that prints a text when it is loaded. */
const extension = (text: string): string => `
  import { defineExtension, type Extension } from 'lectern';
  import { suffix } from '../src/suffix.ts';

  const extension: Extension = defineExtension({
    types: { 'api::note.note': { validate: ({ data, fail }) => { if (data.title === '${text}') fail('title', suffix);
      if (data.title === 'fault') throw new Error('the hook failed'); } } },
  });
  console.error('${text}' + suffix);
  export default extension;
`;

/** A field of the editor, whose props have types. */
const field = `
  import { useState } from 'react';
  import type { CustomFieldProps } from 'lectern/editor';

  export default ({ value, setValue, inputProps }: CustomFieldProps<string>) => {
    const [id] = useState<string>(inputProps.id);
    if (value === null) setValue(id);
    // @ts-expect-error -- the value is a text
    return value === null ? null : value * 2;
  };
`;

const ssm = await startStandIn();

let tarball: string;
let project: Project;
beforeAll(async () => {
  tarball = await packedLectern();
  project = await createProject(tarball);
  await project.write('content-types/note.json', note);
  await project.write('src/suffix.ts', "export const suffix: string = ' is loaded';\n");
  await project.write('extensions/notes.ts', extension('first'));
  await project.write('extensions/notes.test.ts', "throw new Error('a test is no extension');\n");
  await project.write('extensions/editor/shade.ts', field);
});

describe('the package', () => {
  const filesOf = async (): Promise<readonly string[]> => {
    const folder = join(project.folder, 'node_modules/lectern');
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    return names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(folder.length + 1));
  };

  it('has at most 21 MB when it is unpacked, beside the documentation', async () => {
    const sizes = (await filesOf()).map(
      async (file) => (await stat(join(project.folder, 'node_modules/lectern', file))).size,
    );
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(21_000_000);
  });

  it('contains the built editor, and nothing that builds it', async () => {
    const files = await filesOf();
    expect(files).toEqual(expect.arrayContaining(['dist/editor/index.html']));
    expect(files.filter((file) => file.startsWith('editor/') || file.includes('vite'))).toEqual([]);
    const text = await readFile(join(project.folder, 'node_modules/lectern/package.json'), 'utf8');
    const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
    expect(Object.keys(dependencies).filter((name) => /react|mantine|vite|slate|codemirror/.test(name))).toEqual([]);
  });

  it('contains compiled code, its declarations, and neither tests nor the sample site', async () => {
    const files = await filesOf();
    expect([...new Set(files.map((file) => file.split('/')[0]))].sort()).toEqual(
      [
        ...['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'package.json'],
        ...['bench', 'bin', 'dist', 'docs', 'infra'],
      ].sort(),
    );
    expect(files.filter((file) => /^(?!docs\/examples\/).*(?<!\.d)\.ts$/.test(file))).toEqual([]);
    expect(files.filter((file) => /\btests?\//.test(file))).toEqual([]);
    // The programs contain the commands; functions need none of them.
    expect(files.filter((file) => /^dist\/modules\/(bin|cli|infra)\/.*\.js$/.test(file))).toEqual([]);
  });

  it('brings no package that reports installations, and the files of Swagger UI', async () => {
    // createProject links what npm installs with Lectern.
    expect(existsSync(join(project.folder, 'node_modules/@scarf'))).toBe(false);
    expect(await filesOf()).toEqual(expect.arrayContaining(['dist/swagger-ui/swagger-ui-bundle.js']));
  });

  it('brings the AWS clients and recheck, with their licences', async () => {
    const names = ['client-s3.mjs', 'client-ssm.mjs', 'client-sesv2.mjs', 'recheck.cjs', 'recheck.LICENSE', 'LICENSES'];
    expect(await filesOf()).toEqual(expect.arrayContaining(names.map((name) => `dist/vendored/${name}`)));
    const licenses = await readFile(join(project.folder, 'node_modules/lectern/dist/vendored/LICENSES'), 'utf8');
    expect(licenses).toMatch(
      /^@aws-sdk\/client-s3$[\s\S]*Apache License[\s\S]*^bowser$[\s\S]*Permission is hereby granted/m,
    );
  });

  it('has functions for sites', async () => {
    const script = `import { cleanText, isEncoded } from 'lectern/preview/text';
      const text = 'a' + '\\u200B'.repeat(8);
      console.log(cleanText(text), isEncoded(text));`;
    expect(await project.run(['--input-type=module', '--eval', script])).toEqual({ code: 0, output: 'a true\n' });
  });

  it('has pages whose links lead to files and headings of the package', async () => {
    const pages = (await filesOf()).filter((file) => file.endsWith('.md'));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/README.md']));
    const root = join(project.folder, 'node_modules/lectern');
    expect(pages.flatMap((page) => brokenLinks(root, page).map((link) => [page, link]))).toEqual([]);
  });
});

describe('in a project', () => {
  it('lectern --help lists the commands', async () => {
    const { code, output } = await project.lectern(['--help']);
    expect([code, output]).toEqual([0, expect.stringMatching(/\n {2}dev [\s\S]*\n {2}start [\s\S]*\n {2}seed /)]);
  });

  it('lectern build bundles the extensions and the fields of the editor, and writes types that fit them', async () => {
    const { code, output } = await project.lectern(['build']);
    expect([code, output]).toEqual([0, expect.stringContaining('wrote .lectern/types.d.ts')]);
    await project.write('tsconfig.json', {
      compilerOptions: {
        ...{ target: 'ES2023', module: 'NodeNext', strict: true, noEmit: true, types: [] },
        // `lectern` names types of Node, which this project has not installed.
        ...{ allowImportingTsExtensions: true, skipLibCheck: true },
      },
      include: ['extensions/notes.ts', 'extensions/editor', 'react.d.ts', '.lectern/types.d.ts'],
    });
    await project.write('react.d.ts', "declare module 'react' { export const useState: <T>(first: T) => [T]; }");
    const list = await readFile(join(project.folder, '.lectern/editor/files.json'), 'utf8');
    expect(list).toMatch(/"script": "assets\/shade-\w{8}\.js"/);
    const types = await project.run([join(process.cwd(), 'node_modules/typescript/bin/tsc'), '-p', '.']);
    expect(types).toEqual({ code: 0, output: '' });
  });

  it('reads .env, over which the environment takes precedence', async () => {
    const secrets = Object.entries(secretsEnvironment).map(([name, value]) => `${name}=${value}\n`);
    await project.write('.env', `${secrets.join('')}MONGODB_URI=mongodb://127.0.0.1:1\n`);
    const ofFile = await project.lectern(['check']);
    const ofEnvironment = await project.lectern(['check'], { LECTERN_TOKEN_SECRET: 'short' });
    await rm(join(project.folder, '.env'));
    expect(ofFile).toMatchObject({ code: 0 });
    expect(ofEnvironment).toMatchObject({
      code: 1,
      output: expect.stringContaining('LECTERN_TOKEN_SECRET is too short'),
    });
  });

  it('lectern start reads secrets from SSM, once, with no AWS client installed', async () => {
    ssm.answer = answerWith(200, JSON.stringify({ Parameters: [{ Name: '/notes/metrics-token', Value: 'short' }] }));
    const { code, output } = await project.lectern(['start'], {
      ...{ ...secretsEnvironment, MONGODB_URI: 'mongodb://127.0.0.1:1' },
      ...{ AWS_ENDPOINT_URL: ssm.url, AWS_REGION: 'eu-west-1' },
      ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
      LECTERN_METRICS_TOKEN: 'ssm:/notes/metrics-token',
    });
    expect([code, output]).toEqual([1, expect.stringContaining('LECTERN_METRICS_TOKEN is too short')]);
    expect(ssm.requests).toHaveLength(1);
  });

  it('refuses a pattern that takes long, with no recheck installed', async () => {
    const attributes = { title: { type: 'string', regex: '^(a+)+$' } };
    await project.write('content-types/slow.json', {
      ...note,
      info: { singularName: 'slow', pluralName: 'slows', displayName: 'Slow' },
      attributes,
    });
    const { code, output } = await project.lectern(['types', 'check']);
    await rm(join(project.folder, 'content-types/slow.json'));
    expect([code, output]).toEqual([1, expect.stringContaining('takes exponential time')]);
  });

  it.runIf(isLong)('an extension that throws while it loads is reported with file and line', async () => {
    await project.write('extensions/faulty.ts', '\nthrow new Error("not ready");\nexport default {};\n');
    const { code, output } = await project.lectern(['types', 'generate']);
    await rm(join(project.folder, 'extensions/faulty.ts'));
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/cannot be loaded: not ready\n.*extensions\/faulty.ts:2:7/),
    ]);
  });

  it('an extension that does not compile stops a command, and is reported with file and line', async () => {
    await project.write('extensions/faulty.ts', '\nexport default = 1;\n');
    const { code, output } = await project.lectern(['check']);
    await rm(join(project.folder, 'extensions/faulty.ts'));
    expect([code, output]).toEqual([1, expect.stringContaining('extensions/faulty.ts:2:15')]);
  });

  it('says what to install for commands whose packages are missing', async () => {
    const folder = join(project.folder, 'node_modules/serverless');
    await rename(folder, `${folder}.away`);
    const { code, output } = await project.lectern(['deploy']);
    await rename(`${folder}.away`, folder);
    expect([code, output]).toEqual([1, expect.stringContaining('npm install --save-dev serverless@npm:osls')]);
  });

  describe('lectern dev', () => {
    let running: Running;
    afterAll(() => running.stop());

    it('serves the project, and loads a changed extension', async () => {
      const port = await freePort();
      const { uri } = freshDatabase();
      running = project.start(['dev'], { PORT: String(port), MONGODB_URI: uri });
      const token = running.line('Bearer ');
      await Promise.all([running.line('first is loaded'), running.line('is ready')]);
      const authorization = `Bearer ${/Bearer (\w+)/.exec(await token)?.[1] ?? ''}`;
      const create = (title: string): Promise<Response> =>
        fetch(`http://127.0.0.1:${port}/api/notes`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ data: { title } }),
        });
      expect((await create('one')).status).toBe(201);
      expect(await (await fetch(`http://127.0.0.1:${port}/editor/`)).text()).toContain('<div id="root">');
      expect((await fetch(`http://127.0.0.1:${port}/docs/swagger-ui.css`)).status).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${port}/guide/`)).text()).toContain('Documentation');

      const failed = running.line('extensions/notes.ts:7  the hook failed');
      expect((await create('fault')).status).toBe(500);
      await failed;

      const reported = running.line('extensions/notes.ts:1:');
      await project.write('extensions/notes.ts', 'export default = 1;');
      await reported;
      expect((await create('still served')).status).toBe(201);
      const loaded = running.line('second is loaded');
      const ready = running.line('is ready');
      await project.write('extensions/notes.ts', extension('second'));
      await Promise.all([loaded, ready]);
      expect((await create('two')).status).toBe(201);
    });
  });
});

// Bundled functions connect to MongoDB as to Atlas: by a DNS name, with TLS and a password.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareIndexes } from '../../../lib/platform/db/index.ts';
import { findMongod } from '../../../cli/mongod/findMongod.ts';
import { localMachine } from '../../../cli/mongod/machine.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { createService } from '../../../lib/platform/service.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { toLambdaEvent, testConfig } from '../../setup/api.ts';
import { freePort } from '../../setup/port.ts';
import { secrets, secretsEnvironment } from '../../setup/secrets.ts';
import { waitFor } from '../../setup/waitFor.ts';
import { processOf, sharedBundles } from './bundled.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-secured-'));
const functions = await sharedBundles('plain');
let mongod: ChildProcess | undefined;
afterAll(async () => {
  if (mongod?.exitCode === null) {
    mongod.kill('SIGKILL');
    await once(mongod, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

/** Makes a self-signed certificate for the DNS name and for the address of the replica set member. */
const certificate = join(folder, 'certificate.pem');
const makeCertificate = async (): Promise<void> => {
  const key = join(folder, 'key.pem');
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=node.site.test'];
  const names = ['-addext', 'subjectAltName=DNS:node.site.test,IP:127.0.0.1'];
  const text = execFileSync('openssl', [...made, ...names, '-keyout', key], { stdio: ['ignore', 'pipe', 'ignore'] });
  await writeFile(certificate, text);
  await writeFile(join(folder, 'server.pem'), Buffer.concat([text, await readFile(key)]));
};

/** A module that replaces DNS in a process: it knows one cluster name, and no other. */
const stubOf = (port: number): string => `
  import dns from 'node:dns';
  const there = {
    SRV: { '_mongodb._tcp.cluster.site.test': [{ name: 'node.site.test', port: ${port} }] },
    TXT: { 'cluster.site.test': [['authSource=admin&replicaSet=secured']] },
  };
  dns.promises.resolve = async (name, kind) => {
    const code = 'ENOTFOUND';
    const syscall = kind === 'SRV' ? 'querySrv' : 'queryTxt';
    const none = Object.assign(new Error(syscall + ' ' + code + ' ' + name), { code, syscall, hostname: name });
    return there[kind][name] ?? Promise.reject(none);
  };
  const { lookup } = dns;
  dns.lookup = (name, ...more) => lookup(name === 'node.site.test' ? '127.0.0.1' : name, ...more);
`;

const passwords = { ascii: 'p@ss/word', other: 'Ⅸ pässwörd' };
let port = 0;
let token = '';

beforeAll(async () => {
  port = await freePort();
  await makeCertificate();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'keyfile'), randomBytes(96).toString('base64'), { mode: 0o600 });
  await writeFile(join(folder, 'dns.mjs'), stubOf(port));
  const binary = await findMongod(localMachine(() => undefined));
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', join(folder, 'server.pem')];
  mongod = spawn(
    binary,
    [
      ...['--dbpath', join(folder, 'data'), '--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'secured'],
      ...['--keyFile', join(folder, 'keyfile'), ...tls, '--tlsCAFile', certificate],
      '--tlsAllowConnectionsWithoutCertificates',
    ],
    { stdio: 'ignore' },
  );
  const address = `127.0.0.1:${port}`;
  const options = { tls: true, tlsCAFile: certificate };
  // Without users, MongoDB lets a client on the same machine create the first one.
  const localClient = await new MongoClient(`mongodb://${address}/?directConnection=true`, options).connect();
  await localClient.db('admin').command({ replSetInitiate: { _id: 'secured', members: [{ _id: 0, host: address }] } });
  await waitFor(async () => {
    expect((await localClient.db('admin').command({ hello: 1 })).isWritablePrimary).toBe(true);
  });
  const create = (client: MongoClient, user: string, pwd: string) =>
    client.db('admin').command({ createUser: user, pwd, roles: ['root'] });
  await create(localClient, 'ascii', passwords.ascii);
  await localClient.close();

  const uri = `mongodb://ascii:${encodeURIComponent(passwords.ascii)}@${address}/site`;
  const query = `authSource=admin&replicaSet=secured&tls=true&tlsCAFile=${encodeURIComponent(certificate)}`;
  const known = await new MongoClient(`${uri}?${query}`).connect();
  await create(known, 'other', passwords.other);
  await known.close();
  const { schema } = await loadSchema('content-types');
  const service = createService({ schema, config: testConfig }, `${uri}?${query}`, secrets);
  await prepareIndexes(await service.database.get(), schema);
  token = (await createToken(service, { name: 'secured', type: 'full-access' })).accessKey;
  await service.database.close();
});

/** Sends a create and a find to functions that connect by the DNS name, with the usual Atlas options. */
const ask = async (user: string, password: string, name = 'cluster.site.test') => {
  const { ask: send, stop } = processOf(functions, {
    ...{ AWS_LAMBDA_FUNCTION_NAME: 'test', ...secretsEnvironment },
    NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'dns.mjs')).href}`,
    MONGODB_URI:
      `mongodb+srv://${user}:${encodeURIComponent(password)}@${name}/site` +
      `?retryWrites=true&w=majority&compressors=zlib&appName=site&tlsCAFile=${encodeURIComponent(certificate)}`,
  });
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const pathParameters = { contentType: 'topics' };
    const callFunction = (name: string, method: string, body?: string) =>
      send(
        name,
        toLambdaEvent(
          method,
          '/api/topics',
          { headers, body },
          { routeKey: `${method} /api/{contentType}`, pathParameters },
        ),
      );
    const created = await callFunction('create', 'POST', JSON.stringify({ data: { name: `by ${user}` } }));
    const found = await callFunction('find', 'GET');
    return { statuses: [created.statusCode, found.statusCode], body: found.body ?? '' };
  } finally {
    stop();
  }
};

it.each(Object.entries(passwords))('functions connect with a password in %s', async (user, password) => {
  const { statuses, body } = await ask(user, password);
  expect(statuses).toEqual([201, 200]);
  expect(body).toContain(`by ${user}`);
});

it('a wrong password is 500, because it is a fault of the deployment', async () => {
  expect((await ask('ascii', 'wrong')).statuses).toEqual([500, 500]);
});

it('a name unknown to DNS is 503', async () => {
  expect((await ask('ascii', passwords.ascii, 'nowhere.site.test')).statuses).toEqual([503, 503]);
});

// The settings that a deployment sets through the environment.
import { expect, it } from 'vitest';
import { defaultConfig, applyDeployment } from '../../../lib/platform/config/index.ts';

it('stores files in the bucket of the deployment', () => {
  const env = {
    LECTERN_UPLOADS_BUCKET: 'media',
    LECTERN_UPLOADS_PREFIX: 'uploads/',
    LECTERN_UPLOADS_URL: 'https://cdn.example.org',
  };
  const { upload } = defaultConfig;
  const s3 = { ...upload.s3, bucket: 'media', prefix: 'uploads/', url: 'https://cdn.example.org' };
  expect(applyDeployment(defaultConfig, env)).toEqual({
    ...defaultConfig,
    upload: { ...upload, provider: 's3', s3 },
  });
  expect(applyDeployment(defaultConfig, { ...env, LECTERN_EDGE_SECONDS: '10' }).edgeSeconds).toBe(10);
  expect(applyDeployment(defaultConfig, { ...env, LECTERN_EDGE_SECONDS: '0' }).edgeSeconds).toBeUndefined();
});

it('trusts CloudFront only if requests must come through it', () => {
  const trusted = (env: NodeJS.ProcessEnv, trustedProxies = 0): number =>
    applyDeployment({ ...defaultConfig, http: { ...defaultConfig.http, trustedProxies } }, env).http.trustedProxies;
  const bucket = { LECTERN_UPLOADS_BUCKET: 'media' };
  const secret = { LECTERN_EDGE_SECRET: 'e'.repeat(32) };
  expect([trusted(bucket), trusted({ ...bucket, ...secret }), trusted(secret, 2)]).toEqual([0, 1, 2]);
});

it('keeps the configuration without a bucket', () => {
  expect(applyDeployment(defaultConfig, { LECTERN_UPLOADS_URL: 'https://cdn.example.org' })).toEqual(defaultConfig);
});

it('has the editor at the address of the deployment, unless the configuration names another', () => {
  const env = { LECTERN_EDITOR_URL: 'https://api.example.org/editor' };
  expect(applyDeployment(defaultConfig, env).editor).toEqual({ ...defaultConfig.editor, url: env.LECTERN_EDITOR_URL });
  const editor = { ...defaultConfig.editor, url: 'https://cms.example.org/editor' };
  expect(applyDeployment({ ...defaultConfig, editor }, env).editor).toEqual(editor);
});

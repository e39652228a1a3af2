// The Content-Security-Policy of the editor.
import { describe, expect, it } from 'vitest';
import { defineConfig, type SettingsInput } from '../../../lib/platform/config/index.ts';
import { contentSecurityPolicy, editorSources } from '../../../lib/server/editor/index.ts';

const directivesOf = (settings: SettingsInput): Readonly<Record<string, string>> => {
  const policy = contentSecurityPolicy(editorSources(defineConfig(settings), 'eu-west-1'));
  return Object.fromEntries(policy.split('; ').map((one) => one.split(/ (.*)/) as [string, string]));
};

describe('the policy', () => {
  it('permits only scripts, styles and requests of its own origin', () => {
    expect(directivesOf({})).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'media-src': "'self' blob:",
      'connect-src': "'self'",
      'font-src': "'self'",
      'frame-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
  });

  it.each([
    [
      {},
      ['https://files.s3.amazonaws.com', 'https://files.s3.eu-west-1.amazonaws.com'],
      'https://files.s3.eu-west-1.amazonaws.com',
    ],
    [
      { region: 'eu-north-1' },
      ['https://files.s3.eu-north-1.amazonaws.com'],
      'https://files.s3.eu-north-1.amazonaws.com',
    ],
    [{ endpoint: 'http://localhost:9000/s3/' }, ['http://localhost:9000'], 'http://localhost:9000'],
    [
      { url: 'https://media.example.org/f/' },
      ['https://media.example.org'],
      'https://files.s3.eu-west-1.amazonaws.com',
    ],
  ])('shows files of a bucket with %j, and sends them there', (s3, media, bucket) => {
    const directives = directivesOf({ upload: { provider: 's3', s3: { bucket: 'files', ...s3 } } });
    expect(directives['img-src']).toBe(`'self' data: blob: ${media.join(' ')}`);
    expect(directives['media-src']).toBe(`'self' blob: ${media.join(' ')}`);
    expect(directives['connect-src']).toBe(`'self' ${bucket}`);
  });

  it.each([
    ['https://www.example.org/preview?token={token}', 'https://www.example.org'],
    ['http://localhost:8080/{locale}/{token}', 'http://localhost:8080'],
    // A host that depends on the document.
    ['https://{locale}.example.org/?{token}', 'https:'],
  ])('shows previews of %s in frames', (url, source) => {
    expect(directivesOf({ preview: { url } })['frame-src']).toBe(source);
  });
});

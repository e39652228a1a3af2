// The domain of passkeys fits the address of the editor.
import { expect, it } from 'vitest';
import { checkPasskeyDomain, defineConfig } from '../../../lib/platform/config/index.ts';

const check = (url: string, passkeyDomain: string) => (): void => {
  checkPasskeyDomain(defineConfig({ editor: { url }, signIn: { secondFactor: { passkeyDomain } } }));
};

const url = 'https://cms.example.org/editor/';

it.each([
  ['', ''],
  [url, ''],
  [url, 'cms.example.org'],
  [url, 'example.org'],
])('the editor at "%s" may have the domain "%s"', (editorUrl, domain) => {
  expect(check(editorUrl, domain)).not.toThrow();
});

it.each([
  [url, 'www.example.org', /write cms\.example\.org/],
  [url, 'ample.org', /write cms\.example\.org/],
  ['', 'example.org', /set editor\.url/],
])('the editor at "%s" may not have the domain "%s"', (editorUrl, domain, message) => {
  expect(check(editorUrl, domain)).toThrow(message);
});

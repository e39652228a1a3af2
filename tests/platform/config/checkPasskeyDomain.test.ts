// The domain of passkeys fits the address of the editor, and the pages of members.
import { expect, it } from 'vitest';
import { checkPasskeyDomain, defineConfig } from '../../../lib/platform/config/index.ts';

const check =
  (url: string, passkeyDomain: string, passkeyOrigins: readonly string[] = []) =>
  (): void => {
    checkPasskeyDomain(defineConfig({ editor: { url }, signIn: { secondFactor: { passkeyDomain, passkeyOrigins } } }));
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

it.each([
  [url, 'example.org', 'https://www.example.org', undefined],
  [url, '', 'https://members.cms.example.org:8443', undefined],
  [url, '', 'https://www.example.org', /set passkeyDomain to a domain above both/],
  [url, 'example.org', 'https://www.another-example.org', /is not below example\.org/],
  ['', '', 'https://www.example.org', /passkeyOrigins needs .* set editor\.url/],
])(
  'with the editor at "%s" and the domain "%s", pages of %s may use passkeys, or not: %s',
  (editor, domain, origin, message) => {
    const checking = expect(check(editor, domain, [origin]));
    if (message === undefined) checking.not.toThrow();
    else checking.toThrow(message);
  },
);

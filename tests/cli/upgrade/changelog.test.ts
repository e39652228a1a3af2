// The sections of the changelog between two versions, and the format that the changelog itself must have.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changesBetween, compareVersions, isVersion, parseChangelog } from '../../../cli/upgrade/changelog.ts';

const changelog = `# Changelog

## Unreleased

- Not yet.

## 0.10.0

### Reading

- Ten.

## 0.9.1

- Nine.

## 0.9.0

- Before.
`;

const versions = (from: string | undefined, to: string): readonly string[] =>
  changesBetween(changelog, from, to).map(({ version }) => version);

it.each([
  ['0.9.0', '0.10.0', ['0.10.0', '0.9.1']],
  ['0.9.0', '0.9.1', ['0.9.1']],
  ['0.10.0', '0.10.0', []],
  ['0.10.0', '0.9.0', []],
  [undefined, '0.9.1', ['0.9.1', '0.9.0']],
])('the sections after %s up to %s', (from, to, expected) => {
  expect(versions(from, to)).toEqual(expected);
});

it('keeps the text of a section with its heading', () => {
  expect(parseChangelog(changelog)[0]).toEqual({ version: '0.10.0', text: '## 0.10.0\n\n### Reading\n\n- Ten.' });
});

it('compares versions by number', () => {
  expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  expect(['0.1.0', 'v0.1.0', '0.1', '0.1.0-beta.1'].filter(isVersion)).toEqual(['0.1.0']);
});

it('CHANGELOG.md has a section for the version of package.json, the latest first', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  const sections = parseChangelog(readFileSync('CHANGELOG.md', 'utf8')).map((section) => section.version);
  expect(sections[0]).toBe(version);
  expect(sections).toEqual(sections.toSorted((one, other) => compareVersions(other, one)));
});

it('the newest notes name the day on which bench/results.md was measured', () => {
  const [, day] = /Measured on (\d{4}-\d\d-\d\d)/.exec(readFileSync('bench/results.md', 'utf8')) ?? [];
  const [, newest] = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m);
  expect(newest).toContain(`bench/results.md), measured on ${day}`);
});

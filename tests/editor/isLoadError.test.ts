// Which errors say that a file of the editor is gone.
import { expect, it } from 'vitest';
import { isLoadError } from '../../editor/src/ui/isLoadError.ts';

it.each([
  ['Failed to fetch dynamically imported module: https://example.org/a.js', true],
  ['error loading dynamically imported module: https://example.org/a.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /editor/assets/a.css', true],
  ['The server does not answer', false],
])('%j: %j', (message, expected) => {
  expect(isLoadError(new TypeError(message))).toBe(expected);
  expect(isLoadError(message)).toBe(false);
});

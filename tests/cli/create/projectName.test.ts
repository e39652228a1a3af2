// Names of projects.
import { expect, it } from 'vitest';
import { projectNameFault, projectNameOf } from '../../../cli/create/newFolder.js';
import { serviceNameOf } from '../../../cli/create/projectFolder.ts';

it('is the last part of the folder', () => {
  expect(projectNameOf('sites/my-site/')).toBe('my-site');
  expect(projectNameOf('.')).toBe(process.cwd().split('/').at(-1));
});

it.each(['my-site', 'example.com', '2048', 'my_site', 'a', 'x'.repeat(214)])('can be %s', (name) => {
  expect(projectNameFault(name)).toBeUndefined();
});

it.each([
  ['My-Site', 'cannot be the name of an npm package'],
  ['my site', 'cannot be the name of an npm package'],
  ['.site', 'cannot be the name of an npm package'],
  ['_site', 'cannot be the name of an npm package'],
  ['blåbär', 'cannot be the name of an npm package'],
  ['', 'cannot be the name of an npm package'],
  ['x'.repeat(215), 'at most 214 characters'],
  ['node_modules', 'reserved'],
  ['fs', 'reserved'],
  ['events', 'reserved'],
  // A project could not install a package of its own name.
  ['lectern', 'reserved'],
])('cannot be "%s"', (name, fault) => {
  expect(projectNameFault(name)).toContain(fault);
});

it.each([
  ['my-site', 'my-site'],
  ['example.com', 'example-com'],
  ['my_site_', 'my-site'],
  ['2048', 'site-2048'],
])('%s is %s on AWS', (name, service) => {
  expect(serviceNameOf(name)).toBe(service);
});

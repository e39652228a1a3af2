// Checks that the matrix covers every route, and expects the permission that the table of routes declares.
import { describe, expect, it } from 'vitest';
import { contentRoutes, fixedRoutes, type Route } from '../../../lib/api/http/routes/index.ts';
import { cases, type Case } from './cases.ts';
import { fixedRules, keyOf, ofTypesRules } from './rules.ts';
import type { Kind } from './site.ts';

/** The permission that a route declares; undefined where it declares none. */
const declaredPermission = ({ access }: Route, kind: Kind | undefined): string | undefined =>
  access.includes('.') ? access.replace('{contentType}', kind?.uid ?? '') : undefined;

describe('the matrix', () => {
  it.each([
    ['outside of content types', fixedRoutes, fixedRules],
    ['of content types', contentRoutes, ofTypesRules],
  ])('has a rule for every path %s, and no other', (_name, rows, rules) => {
    expect(Object.keys(rules).sort()).toEqual(rows.map(keyOf).sort());
  });

  const exists = ({ kind, needs }: Case): boolean => kind === undefined || needs !== undefined;
  it.each(cases.filter(exists))('expects what the table declares: $row of $of: $name', (one) => {
    const { access } = one.route;
    // The owner has the trash of every type.
    expect(one.owners === true).toBe(access.startsWith('admin::') || one.row.includes('/trash'));
    // The permission of these depends on what the request names.
    if (access !== 'caller') expect(one.needs).toBe(declaredPermission(one.route, one.kind));
    if (access === 'everyone') expect(one.anyones).toBeUndefined();
  });
});

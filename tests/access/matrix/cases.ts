// The requests of the matrix: those of every route, about every kind of content type.
import { contentRoutes, fixedRoutes, type Route } from '../../../lib/api/http/routes/index.ts';
import { fixedRules, keyOf, ofTypesRules, type MatrixRequest } from './rules.ts';
import { kinds, type Kind } from './site.ts';

export interface Case extends MatrixRequest {
  readonly row: string;
  readonly route: Route;
  readonly method: string;
  readonly kind: Kind | undefined;
  readonly of: string;
}

const casesOf = (route: Route, kind: Kind | undefined, asks: readonly MatrixRequest[]): readonly Case[] =>
  asks.map((ask) => ({
    ...{ ...ask, row: keyOf(route), route, method: route.method, kind },
    of: kind?.name ?? 'the site',
  }));

export const cases: readonly Case[] = [
  ...fixedRoutes.flatMap((row) => casesOf(row, undefined, fixedRules[keyOf(row)] ?? [])),
  ...contentRoutes.flatMap((row) =>
    kinds.flatMap((kind) => casesOf(row, kind, ofTypesRules[keyOf(row)]?.(kind) ?? [])),
  ),
];

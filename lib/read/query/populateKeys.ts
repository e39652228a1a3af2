// The keys that an entry of populate may have.
import { invalidKey } from '../../errors.ts';
import type {
  Attribute,
  ComponentAttribute,
  DynamicZoneAttribute,
  MorphAttribute,
  RelationAttribute,
} from '../../schema/index.ts';
import type { Branch } from './tree.ts';

/** The parameter's name in errors. */
export const param = 'populate';

export type Populatable = RelationAttribute | MorphAttribute | ComponentAttribute | DynamicZoneAttribute;

/** @param editView whether private attributes exist */
export const isPopulatable = (attribute: Attribute | undefined, editView = false): attribute is Populatable =>
  attribute !== undefined && attribute.kind !== 'scalar' && (!attribute.private || editView);

/**
 * The keys that an entry may have, by the kind it populates. As in Strapi, `count` has no effect on media and zones.
 */
export const allowedKeys: Record<Populatable['kind'] | 'toOne' | 'part' | 'localizations', ReadonlySet<string>> = {
  relation: new Set(['fields', 'filters', 'sort', 'populate', 'count', 'start', 'limit']),
  toOne: new Set(['fields', 'filters', 'sort', 'populate', 'count']),
  component: new Set(['fields', 'filters', 'sort', 'populate', 'count']),
  morph: new Set(['on', 'populate', 'count']),
  dynamiczone: new Set(['on', 'populate', 'count']),
  localizations: new Set(['fields', 'populate']),
  part: new Set(['fields', 'populate', 'filters', 'sort']),
};

/** @throws ApiError 400 for a key that entries of this kind do not have */
export const checkKeys = (options: Branch, allowed: ReadonlySet<string>, path: string): void => {
  for (const key of Object.keys(options)) if (!allowed.has(key)) throw invalidKey(key, path, 'query', param);
};

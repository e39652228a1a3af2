// Computes the attributes that project code adds to documents; in bundles without any, a stub replaces this module.
import { callProjectFunction } from '../../platform/extensions/index.ts';
import {
  componentOf,
  type Component,
  type Computation,
  type ComputedSource,
  type ScalarAttribute,
  type Schema,
} from '../../schema/index.ts';
import type { Part as ComponentPart, Populate, Selection } from '../query/index.ts';
import type { Part } from './shapeContext.ts';

/** Whether a value can be in an answer as this type. */
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  decimal: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  json: (value) => typeof value !== 'function' && !(value instanceof Promise),
};

/**
 * The key of a computed attribute in an answer. Shaping throws ProjectCodeError if its function throws, or returns a value
 * of another type.
 *
 * @param partOf returns how an attribute of `from` is answered
 */
export const computedPart = (
  { name, type }: ScalarAttribute,
  { name: about, from, value }: Computation,
  partOf: (source: ComputedSource) => Part,
): Part => {
  const sources = from.map(partOf);
  return {
    name,
    shape: (values, place) => {
      const entry = Object.fromEntries(sources.map((source) => [source.name, source.shape(values, place)]));
      return callProjectFunction(about, () => {
        const computed = value(entry) ?? null;
        if (computed !== null && fits[type]?.(computed) !== true)
          throw new TypeError(`The value must be ${type} or null, not ${typeof computed}`);
        return computed;
      });
    },
  };
};

/** Selects what components store, without relations and files, so that no permission decides what they contain. */
class ComponentSelections {
  private readonly schema: Schema;
  /** A component may contain itself; its selection then contains itself too. */
  private readonly known = new Map<string, Selection>();

  constructor(schema: Schema) {
    this.schema = schema;
  }

  populate(attribute: Exclude<ComputedSource, ScalarAttribute>): Populate {
    if (attribute.kind === 'dynamiczone')
      return { kind: 'zone', attribute, on: new Map(attribute.components.map((uid) => [uid, this.part(uid)])) };
    const component = componentOf(this.schema, attribute.component);
    return { kind: 'component', attribute, component, count: false, ...this.part(component.uid) };
  }

  private part(uid: string): ComponentPart {
    return { filter: undefined, sort: [], select: this.select(componentOf(this.schema, uid)) };
  }

  private select({ uid, attributes }: Component): Selection {
    const known = this.known.get(uid);
    if (known !== undefined) return known;
    const fields: ScalarAttribute[] = [];
    const populate: Populate[] = [];
    const selection = { fields, populate };
    this.known.set(uid, selection);
    for (const attribute of attributes.values())
      if (attribute.private) continue;
      else if (attribute.kind === 'scalar') fields.push(attribute);
      else if (attribute.kind === 'component' || attribute.kind === 'dynamiczone')
        populate.push(this.populate(attribute));
    return selection;
  }
}

/** Selects a component or a dynamic zone with all that it stores itself. */
export const populateStored = (attribute: Exclude<ComputedSource, ScalarAttribute>, schema: Schema): Populate =>
  new ComponentSelections(schema).populate(attribute);

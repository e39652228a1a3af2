// Checks that every named component exists, and that no component requires itself.
import { attributesOf, type AttributeDefinition, type ComponentDefinition, type Definitions } from './definition.ts';
import { didYouMean } from './didYouMean.ts';
import type { Fault } from './types.ts';

const unknownComponentMessage = (uid: string, { components, types }: Definitions): string =>
  types.has(uid)
    ? `"${uid}" is a type, not a component; use the attribute type "relation"`
    : `there is no component "${uid}"${didYouMean(uid, components.keys()) || `; add components/${uid.replace('.', '/')}.json`}`;

const findMissingComponents = (definitions: Definitions): readonly Fault[] =>
  [...attributesOf(definitions)].flatMap(([{ file }, name, { type, component, components }]) => {
    const references =
      type === 'component'
        ? [['component', component ?? ''] as const]
        : type === 'dynamiczone'
          ? (components ?? []).map((uid, i) => [`components.${i}`, uid] as const)
          : [];
    return references
      .filter(([, uid]) => !definitions.components.has(uid))
      .map(([option, uid]) => ({
        file,
        path: `attributes.${name}.${option}`,
        message: unknownComponentMessage(uid, definitions),
      }));
  });

/** Whether the attribute requires an entry of its component. */
const requiresComponent = (attribute: AttributeDefinition | undefined): attribute is AttributeDefinition =>
  attribute?.type === 'component' &&
  attribute.required === true &&
  (attribute.repeatable !== true || Number(attribute.min ?? 0) > 0);

/** The shortest path of required attributes from a component back to itself. */
const findCyclePath = (start: ComponentDefinition, { components }: Definitions): readonly string[] | undefined => {
  let frontier = [{ at: start, way: [] as readonly string[] }];
  const visited = new Set<string>();
  while (frontier.length > 0) {
    const steps = frontier.flatMap(({ at, way }) =>
      [...at.attributes].flatMap(([name, attribute]) => {
        const next = requiresComponent(attribute) ? components.get(attribute.component ?? '') : undefined;
        return next === undefined ? [] : [{ at: next, way: [...way, name] }];
      }),
    );
    const back = steps.find(({ at }) => at.uid === start.uid);
    if (back !== undefined) return back.way;
    frontier = steps.filter(({ at }) => !visited.has(at.uid) && visited.add(at.uid));
  }
  return undefined;
};

const findCycles = (definitions: Definitions): readonly Fault[] => {
  const reported = new Set<string>();
  return [...definitions.components.values()].flatMap((component) => {
    const way = reported.has(component.uid) ? undefined : findCyclePath(component, definitions);
    if (way === undefined) return [];
    // One fault names the whole cycle, so the other components on it need none.
    let at: ComponentDefinition | undefined = component;
    for (const name of way) {
      if (at !== undefined) reported.add(at.uid);
      at = definitions.components.get(at?.attributes.get(name)?.component ?? '');
    }
    const message = `${component.uid} needs itself through ${way.join('.')}, so it could never be filled in; make one of them not required`;
    return [{ file: component.file, path: `attributes.${way[0] ?? ''}.required`, message }];
  });
};

export const checkComponents = (definitions: Definitions): readonly Fault[] => [
  ...findMissingComponents(definitions),
  ...findCycles(definitions),
];

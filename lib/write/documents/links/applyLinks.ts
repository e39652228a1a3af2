// Applies set, connect and disconnect to the links of one attribute.
import type { InvalidValue } from '../../../errors.ts';
import type { LinkEdit, TargetRef } from '../../input/index.ts';
import type { Link } from '../../../platform/db/index.ts';
import { LinkOrder } from './linkOrder.ts';

export interface LinkContext {
  /** Finds the documentId of a reference; undefined when it does not exist, which is allowed only for disconnect. */
  readonly find: FindTarget;
  /** The position of a new link in the order of the inverse side: after all existing links. */
  readonly at: number;
  /** Collects the positions that name a neighbour which is not linked. */
  readonly faults: InvalidValue[];
}

/** `uid` is the target type of the attribute; a polymorphic reference contains its own type. */
export type FindTarget = (uid: string | undefined, ref: TargetRef) => string | undefined;

/**
 * @param links the stored links, in the editor's order
 * @param uid the target type of the attribute; undefined when it is polymorphic
 * @param path the path of the attribute in the body, for faults
 * @returns the links after the edit; a target that is linked twice has one link
 */
export const applyLinks = (
  links: readonly Link[],
  edit: LinkEdit,
  uid: string | undefined,
  path: readonly string[],
  context: LinkContext,
): readonly Link[] => {
  const found = (ref: TargetRef): string => {
    const target = context.find(uid, ref);
    if (target === undefined) throw new Error('a target was not looked up before it was linked');
    return target;
  };
  const known = new Map(links.map((link) => [link.to, link]));
  const linkTo = (ref: TargetRef): Link => {
    const to = found(ref);
    const type = ref.type === undefined ? {} : { type: ref.type };
    return known.get(to) ?? { to, at: context.at, ...type };
  };
  if (edit.kind === 'set') return [...new Map(edit.targets.map(linkTo).map((link) => [link.to, link])).values()];

  const connected = new Set(edit.connect.map(({ target }) => found(target)));
  for (const target of connectedTwice(edit.connect, found)) context.faults.push(repeatedConnection(path, target));
  const isConnected = (to: string): boolean => known.has(to) || connected.has(to);
  const after = new LinkOrder<Link>();
  for (const link of links) after.putAt('end', link.to, link);
  for (const { target, position } of neighboursFirst(edit.connect, links, found)) {
    const link = linkTo(target);
    if (!('target' in position)) after.putAt(position.at, link.to, link);
    else if (!edit.strict && !isConnected(found(position.target))) after.putAt('end', link.to, link);
    else if (!after.putBeside(position.at, found(position.target), link.to, link))
      context.faults.push(unconnectedPosition(path, position.target));
  }
  // Disconnected links go last, because a position may name one.
  for (const ref of edit.disconnect) {
    const to = context.find(uid, ref);
    if (to !== undefined && !connected.has(to)) after.remove(to);
  }
  return after.values();
};

/** The targets that are connected at two different positions. Twice at the same position is once, as in Strapi. */
const connectedTwice = (connect: readonly Connection[], found: (ref: TargetRef) => string): readonly TargetRef[] => {
  const textOf = ({ position }: Connection): string =>
    'target' in position ? `${position.at} ${found(position.target)}` : position.at;
  const first = new Map<string, string>();
  return connect.flatMap((entry) => {
    const [to, text] = [found(entry.target), textOf(entry)];
    const before = first.get(to);
    if (before === undefined) first.set(to, text);
    return before === undefined || before === text ? [] : [entry.target];
  });
};

/** The link of a single relation after an edit: a new link replaces the old one, in whichever order they are. */
export const singleLinkOf = (before: readonly Link[], after: readonly Link[]): Link | undefined =>
  after.find(({ to }) => !before.some((link) => link.to === to)) ?? after.at(-1);

type Connection = Extract<LinkEdit, { kind: 'change' }>['connect'][number];

/** Orders the connections so that each comes after the new neighbour that its position names. */
const neighboursFirst = (
  connect: readonly Connection[],
  links: readonly Link[],
  found: (ref: TargetRef) => string,
): Iterable<Connection> => {
  const linked = new Set(links.map(({ to }) => to));
  const coming = new Map(connect.map((entry) => [found(entry.target), entry]));
  const neighbourOf = ({ position }: Connection): Connection | undefined => {
    const neighbour = 'target' in position ? found(position.target) : undefined;
    return neighbour === undefined || linked.has(neighbour) ? undefined : coming.get(neighbour);
  };
  const ordered = new Set<Connection>();
  for (const entry of connect) {
    const waiting = new Set<Connection>();
    let next: Connection | undefined = entry;
    while (next !== undefined && !ordered.has(next) && !waiting.has(next)) {
      waiting.add(next);
      next = neighbourOf(next);
    }
    for (const one of [...waiting].reverse()) ordered.add(one);
  }
  return ordered;
};

const repeatedConnection = (path: readonly string[], { documentId, id }: TargetRef): InvalidValue => {
  const value = documentId ?? id;
  return { path, message: `The relation ${value ?? ''} is connected twice, at different positions`, value };
};

const unconnectedPosition = (path: readonly string[], { documentId, id }: TargetRef): InvalidValue => {
  const value = documentId ?? id;
  return { path, message: `The position names ${value ?? ''}, which is not connected`, value };
};

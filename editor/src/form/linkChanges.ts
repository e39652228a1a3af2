// Writes the change of a relation. A list would also replace the links that the user may not see.
import { diffComm } from 'node-diff3';
import type { Attribute } from '../schema/types.ts';
import type { LinkedDocument } from './types.ts';

/** Whether the documents of the relation can be of any type. Its other side, such as `morphOne`, has a target. */
export const linksAnyType = ({ relation }: Attribute): boolean =>
  relation === 'morphToOne' || relation === 'morphToMany';

/** @returns a link as bodies name it: a polymorphic relation needs the type */
export const linkOf = (attribute: Attribute, { uid, documentId }: LinkedDocument): unknown =>
  linksAnyType(attribute) ? { __type: uid, documentId } : documentId;

/** A link in `connect`. Without a position, it goes to the end. */
interface Connection {
  readonly documentId: string;
  readonly __type?: string;
  readonly position?: Readonly<Record<string, string>>;
}

const keyOf = ({ documentId }: LinkedDocument): string => documentId;

/** A polymorphic relation needs the type beside a documentId. */
const typeIn = (attribute: Attribute, { uid }: LinkedDocument) => (linksAnyType(attribute) ? { __type: uid } : {});

/**
 * @param before the stored links that the user sees
 * @param after the links in the form
 * @returns the value in the body that changes one into the other, and no other link of the relation
 */
export const linkChanges = (
  attribute: Attribute,
  before: readonly LinkedDocument[],
  after: readonly LinkedDocument[],
): { readonly disconnect?: readonly unknown[]; readonly connect?: readonly Connection[] } => {
  const remaining = new Set(after.map(keyOf));
  const removed = before.filter((link) => !remaining.has(keyOf(link)));
  const remainingBefore = before.map(keyOf).filter((key) => remaining.has(key));
  // These stay where they are: of a link that was dragged and those that it passed, only the dragged one moves.
  const kept = new Set(diffComm(remainingBefore, after.map(keyOf)).flatMap((part) => part.common ?? []));
  const firstKept = after.find((link) => kept.has(keyOf(link)));
  const connect = after.flatMap((link, index): readonly Connection[] => {
    if (kept.has(keyOf(link))) return [];
    const previous = after[index - 1];
    const [side, neighbour] =
      previous === undefined ? (['before', firstKept] as const) : (['after', previous] as const);
    const position = neighbour && { [side]: neighbour.documentId, ...typeIn(attribute, neighbour) };
    return [{ documentId: link.documentId, ...typeIn(attribute, link), ...(position && { position }) }];
  });
  return {
    ...(removed.length === 0 ? {} : { disconnect: removed.map((link) => linkOf(attribute, link)) }),
    ...(connect.length === 0 ? {} : { connect }),
  };
};

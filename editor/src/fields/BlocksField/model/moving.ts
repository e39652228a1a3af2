// Moves, copies and removes whole blocks.
import { Editor, Path, Range, Transforms, type Node } from 'slate';
import { isOfType } from './commands.ts';
import { emptyParagraph } from './stored.ts';
import type { BlockElement } from './types.ts';

const isList = (node: Node | undefined): boolean => isOfType(node, 'list');

/** Blocks that move together: those from `from` to before `to`, below the same parent. */
interface Unit {
  readonly parent: Path;
  readonly from: number;
  readonly to: number;
}

const childrenAt = (editor: Editor, path: Path): readonly Node[] => {
  const [node] = Editor.node(editor, path);
  return 'children' in node ? node.children : [];
};

/** An item of a list, with the lists below it. */
const itemUnit = (children: readonly Node[], at: number): Pick<Unit, 'from' | 'to'> => {
  let from = at;
  while (from > 0 && isList(children[from])) from--;
  let to = from + 1;
  while (isList(children[to])) to++;
  return { from, to };
};

/** The selected blocks, and of a list the selected item. */
const selectedUnit = (editor: Editor): Unit | undefined => {
  if (editor.selection === null) return undefined;
  const [start, end] = Range.edges(editor.selection);
  const [from = 0] = start.path;
  const item = Editor.above<BlockElement>(editor, {
    at: start,
    match: (node) => isOfType(node, 'list-item'),
  });
  if (item !== undefined && Path.isAncestor(item[1], end.path)) {
    const parent = Path.parent(item[1]);
    return { parent, ...itemUnit(childrenAt(editor, parent), item[1].at(-1) ?? 0) };
  }
  return { parent: [], from, to: (end.path[0] ?? from) + 1 };
};

/** @returns the unit before or after, with which it changes places */
const neighbour = (editor: Editor, { parent, from, to }: Unit, step: 1 | -1): Unit | undefined => {
  const children = childrenAt(editor, parent);
  const at = step < 0 ? from - 1 : to;
  if (children[at] === undefined) return undefined;
  return { parent, ...(parent.length === 0 ? { from: at, to: at + 1 } : itemUnit(children, at)) };
};

/**
 * Moves the selected blocks by one place; in a list the item, and at its end the list.
 *
 * @returns the new place of the first one; undefined if it is the first or the last already
 */
export const moveSelected = (editor: Editor, step: 1 | -1): number | undefined => {
  const selected = selectedUnit(editor);
  if (selected === undefined) return undefined;
  const top = selected.parent[0];
  const unit =
    top === undefined || neighbour(editor, selected, step) !== undefined
      ? selected
      : { parent: [], from: top, to: top + 1 };
  const other = neighbour(editor, unit, step);
  if (other === undefined) return undefined;
  const { parent } = unit;
  Editor.withoutNormalizing(editor, () => {
    // The neighbour moves, so that the selection stays in the blocks.
    for (let index = other.from; index < other.to; index++)
      Transforms.moveNodes(
        editor,
        step < 0
          ? { at: [...parent, other.from], to: [...parent, unit.to - 1] }
          : { at: [...parent, index], to: [...parent, unit.from + index - other.from] },
      );
  });
  const before = step < 0 ? other.from : unit.from + other.to - other.from;
  const moved = childrenAt(editor, parent).slice(0, before + 1);
  // The lists below items do not count.
  return parent.length === 0 ? moved.length : moved.filter((node) => !isList(node)).length;
};

/** @param to the place between blocks: that of the block that comes after it */
export const moveBlock = (editor: Editor, from: number, to: number): void => {
  if (to === from || to === from + 1) return;
  Transforms.moveNodes(editor, { at: [from], to: [to > from ? to - 1 : to] });
};

export const duplicateBlock = (editor: Editor, index: number): void => {
  const node = editor.children[index];
  if (node === undefined || isOfType(node, 'pending')) return;
  Transforms.insertNodes(editor, structuredClone(node), { at: [index + 1] });
};

export const removeBlock = (editor: Editor, index: number): void => {
  Editor.withoutNormalizing(editor, () => {
    Transforms.removeNodes(editor, { at: [index] });
    if (editor.children.length === 0) Transforms.insertNodes(editor, emptyParagraph(), { at: [0], select: true });
  });
};

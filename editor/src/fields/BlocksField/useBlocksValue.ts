// Connects Slate's nodes with the value of the form, and keeps the places of pictures that are uploaded.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Editor, Range, Text, type BaseEditor, type Operation } from 'slate';
import { ReactEditor } from 'slate-react';
import { useForm } from '../../form/FormContext.tsx';
import type { Joining } from '../../form/formStore.ts';
import { movePoint } from './model/movePoint.ts';
import { pendingUploads, withPlaces } from './model/pasting.ts';
import { readBlocks, writeBlocks } from './model/stored.ts';
import type { BlockElement } from './model/types.ts';
import { selectAsBrowser } from './blocksOnPage.ts';

type Blocks = readonly unknown[] | null | undefined;

/** Whether the text has these points, which may be those of another text. */
export const isPresent = (editor: Editor, range: Range): boolean =>
  Range.edges(range).every(
    ({ path, offset }) => Editor.hasPath(editor, path) && offset <= Editor.end(editor, path).offset,
  );

/** @returns the selection at the same text among other nodes */
const moveSelection = ({ children, selection }: Editor, nodes: readonly BlockElement[]): Range | null => {
  if (selection === null) return null;
  const [anchor, focus] = [selection.anchor, selection.focus].map((point) => movePoint(children, nodes, point));
  return anchor === undefined || focus === undefined ? selection : { anchor, focus };
};

/** @param cursor where it was when the content was the same */
const replaceContent = (editor: BaseEditor & Editor, nodes: BlockElement[], cursor: Range | undefined): void => {
  const selection = cursor ?? moveSelection(editor, nodes);
  editor.children = nodes;
  editor.selection = selection;
  if (selection !== null && !isPresent(editor, selection))
    editor.selection = Editor.range(editor, Editor.end(editor, []));
  editor.onChange();
};

const isSame = (a: Blocks, b: Blocks): boolean =>
  a === b || (a?.length === b?.length && a?.every((block, index) => block === b?.[index]) === true);

/** Forgets the places that are not in the text any more. */
const dropPlaces = (editor: Editor, places: Map<number, Blocks>, onRemove: (key: number) => void): void => {
  if (places.size === 0) return;
  const present = pendingUploads(editor.children);
  for (const key of [...places.keys()].filter((one) => !present.has(one))) {
    places.delete(key);
    onRemove(key);
  }
};

/** Whether a menu, a button or a key made it, such as another kind of block: undo takes it back without the text before it. */
const isCommand = (operation: Operation): boolean =>
  operation.type === 'set_node' ||
  operation.type === 'move_node' ||
  ((operation.type === 'insert_node' || operation.type === 'remove_node') && !Text.isText(operation.node));

export interface BlocksOptions {
  readonly editor: Editor;
  /** The path of the attribute. */
  readonly name: string;
  readonly value: Blocks;
}

interface Callbacks {
  /** Called when the whole content is replaced: by undo, or by somebody else's change. */
  readonly onReplace: () => void;
  /** Called with each upload whose place is gone. */
  readonly onRemove: (key: number) => void;
}

export const useBlocksValue = ({ editor, name, value, onReplace, onRemove }: BlocksOptions & Callbacks) => {
  const form = useForm();
  /** The value of what the editor contains. */
  const written = useRef(value);
  const pasted = useRef<Blocks>(undefined);
  /** Of the next change; undefined: as it is usual for it. */
  const joining = useRef<Joining>(undefined);
  /** The value before each place was added, by the key of its upload, which ends when the text becomes that again. */
  const [places] = useState(() => new Map<number, Blocks>());
  /** Where the cursor was with each value, for undo. */
  const cursors = useRef(new WeakMap<object, Range>());

  const follow = useEffectEvent(() => {
    if (value === written.current) return;
    written.current = value;
    onReplace();
    const isKept = (key: number): boolean => places.has(key) && !isSame(places.get(key), value);
    if (ReactEditor.isFocused(editor)) selectAsBrowser(editor);
    const cursor = value === null || value === undefined ? undefined : cursors.current.get(value);
    replaceContent(editor, withPlaces(editor.children, readBlocks(value), isKept), cursor);
    dropPlaces(editor, places, onRemove);
  });
  useEffect(() => follow(), [value]);

  const write = (usual: Joining = 'typing'): void => {
    const how = joining.current;
    joining.current = undefined;
    const next = writeBlocks(editor.children);
    if (isSame(next, written.current)) return;
    written.current = next;
    if (next !== null && editor.selection !== null) cursors.current.set(next, editor.selection);
    if (how !== undefined) pasted.current = next;
    form.setValue(name, next, how ?? usual);
  };
  /** The changes that follow at once are a step of undo of their own. */
  const beginStep = (): void => {
    joining.current = 'never';
  };

  return {
    /** For Slate: takes a change of the nodes into the form. */
    update: (): void => {
      if (editor.operations.every(({ type }) => type === 'set_selection')) return;
      dropPlaces(editor, places, onRemove);
      write(editor.operations.some(isCommand) ? 'never' : 'typing');
    },
    /** What was typed until now is a step of undo, and the changes that follow at once are another one. */
    splitStep: (): void => {
      write();
      beginStep();
    },
    beginStep,
    /** The changes that follow at once belong to the paste before, unless the user has changed the text since. */
    continueStep: (): void => {
      joining.current = written.current === pasted.current ? 'always' : 'never';
    },
    places,
    current: () => written.current,
  };
};

// The one handle of the block under the pointer, or else with the cursor: it is dragged, or opens a menu.
import { DndContext, PointerSensor, useDraggable, useSensor, useSensors, type DragMoveEvent } from '@dnd-kit/core';
import { ActionIcon, Menu } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, CopyIcon, GrabberIcon, TrashIcon } from '@primer/octicons-react';
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Editor, Node, Transforms, type Descendant } from 'slate';
import { ReactEditor, useSlateSelector, useSlateStatic } from 'slate-react';
import { useTranslations } from 'use-intl';
import handleClasses from '../Sortable.module.css';
import { blockAt, elementOfBlock } from './blocksOnPage.ts';
import classes from './BlocksField.module.css';
import { kindOptions, useKindName } from './kinds.tsx';
import { setBlock, type BlockKind } from './model/commands.ts';
import { duplicateBlock, moveBlock, removeBlock } from './model/moving.ts';

/** @returns undefined if the text has the block no more */
const placeOf = (editor: Editor, block: Descendant | undefined): number | undefined => {
  const at = block === undefined ? -1 : editor.children.indexOf(block);
  return at < 0 ? undefined : at;
};

const turnInto = (editor: Editor, at: number, kind: BlockKind): void => {
  Transforms.select(editor, Editor.range(editor, [at]));
  setBlock(editor, kind);
  Transforms.collapse(editor, { edge: 'end' });
};

const moveBy = (editor: Editor, at: number, places: number): void => moveBlock(editor, at, at + places);

interface HandleProps {
  readonly index: number;
  readonly onOpen: (isOpen: boolean) => void;
}

const HandleButton = ({ index, onOpen }: HandleProps) => {
  const t = useTranslations('fields.blocks');
  const entries = useTranslations('form.entries');
  const nameOf = useKindName();
  const editor = useSlateStatic();
  const { setNodeRef, listeners } = useDraggable({ id: 'block' });
  const block = editor.children[index];
  const isVoid = block !== undefined && 'type' in block && editor.isVoid(block);
  /** Of the open menu: a click closes it first, and somebody else's change may move the block. */
  const opened = useRef(block);
  const run =
    <Rest extends readonly unknown[]>(command: (on: typeof editor, at: number, ...rest: Rest) => void, ...rest: Rest) =>
    () => {
      const at = placeOf(editor, opened.current);
      if (at !== undefined) command(editor, at, ...rest);
      ReactEditor.focus(editor);
    };
  return (
    <Menu
      position="bottom-start"
      withinPortal
      onChange={(isOpen) => {
        if (isOpen) opened.current = block;
        onOpen(isOpen);
      }}
    >
      <Menu.Target>
        <ActionIcon
          ref={setNodeRef}
          {...listeners}
          className={handleClasses.handle}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('handle', { place: index + 1 })}
          title={t('handleHint')}
        >
          <GrabberIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="min(34rem, 80vh)" style={{ overflowY: 'auto' }}>
        <Menu.Item leftSection={<ArrowUpIcon />} disabled={index === 0} onClick={run(moveBy, -1)}>
          {entries('moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowDownIcon />}
          disabled={index === editor.children.length - 1}
          onClick={run(moveBy, 2)}
        >
          {entries('moveDown')}
        </Menu.Item>
        <Menu.Item leftSection={<CopyIcon />} onClick={run(duplicateBlock)}>
          {entries('duplicate')}
        </Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" leftSection={<TrashIcon />} onClick={run(removeBlock)}>
          {t('delete')}
        </Menu.Item>
        {isVoid ? null : (
          <>
            <Menu.Divider />
            <Menu.Label>{t('turnInto')}</Menu.Label>
            {kindOptions.map(({ id, kind, icon }) => (
              <Menu.Item key={id} leftSection={icon} onClick={run(turnInto, kind)}>
                {nameOf(kind)}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};

interface Drop {
  /** The place between blocks. */
  readonly to: number;
  /** From the top of the area. */
  readonly top: number;
}

const findDrop = (editor: Editor, area: Element, { activatorEvent, delta }: DragMoveEvent): Drop | undefined => {
  if (!(activatorEvent instanceof PointerEvent)) return undefined;
  const y = activatorEvent.clientY + delta.y;
  const index = blockAt(editor, y);
  const rect = index === undefined ? undefined : elementOfBlock(editor, index)?.getBoundingClientRect();
  if (index === undefined || rect === undefined) return undefined;
  const isBelow = y > rect.top + rect.height / 2;
  const top = (isBelow ? rect.bottom : rect.top) - area.getBoundingClientRect().top;
  return { to: isBelow ? index + 1 : index, top };
};

interface Props {
  /** The element around the text and the handle. */
  readonly area: RefObject<HTMLDivElement | null>;
  readonly onMoved: (place: number) => void;
}

/** Remembered: the text around it renders at each key, and it would measure the page. */
export const BlockHandle = memo(({ area, onMoved }: Props) => {
  const editor = useSlateStatic();
  const cursor = useSlateSelector(({ selection }) => selection?.anchor.path[0]);
  const count = useSlateSelector(({ children }) => children.length);
  const [hovered, setHovered] = useState<number>();
  /** The block whose menu is open, or that is dragged. */
  const [held, setHeld] = useState<number>();
  const [drop, setDrop] = useState<Drop>();
  const dragged = useRef<Descendant>(undefined);
  const element = useRef<HTMLDivElement>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const wanted = held ?? hovered ?? cursor;
  const index = wanted === undefined || wanted >= count ? undefined : wanted;

  const place = useEffectEvent((): void => {
    const block = index === undefined ? undefined : elementOfBlock(editor, index);
    const frame = area.current?.getBoundingClientRect();
    if (block === undefined || frame === undefined || element.current === null) return;
    element.current.style.top = `${block.getBoundingClientRect().top - frame.top}px`;
  });
  useLayoutEffect(() => place());
  useEffect(() => {
    const around = area.current;
    if (around === null) return;
    // A block above grew, such as a picture that has been loaded.
    const observer = new ResizeObserver(() => place());
    observer.observe(around);
    const onMove = ({ clientY, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setHovered((before) => blockAt(editor, clientY) ?? before);
    };
    const forget = () => setHovered(undefined);
    const ended = new AbortController();
    around.addEventListener('pointermove', onMove, ended);
    around.addEventListener('pointerleave', forget, ended);
    around.addEventListener('keydown', forget, ended);
    return () => {
      observer.disconnect();
      ended.abort();
    };
  }, [area, editor]);

  if (index === undefined) return null;
  return (
    <DndContext
      sensors={sensors}
      onDragStart={() => {
        setHeld(index);
        dragged.current = editor.children[index];
      }}
      onDragMove={(event) => {
        if (area.current !== null) setDrop(findDrop(editor, area.current, event));
      }}
      onDragCancel={() => {
        setHeld(undefined);
        setDrop(undefined);
      }}
      onDragEnd={() => {
        setHeld(undefined);
        setDrop(undefined);
        setHovered(undefined);
        const from = placeOf(editor, dragged.current);
        if (drop === undefined || from === undefined) return;
        moveBlock(editor, from, drop.to);
        const to = drop.to > from ? drop.to - 1 : drop.to;
        if (Node.has(editor, [to])) Transforms.select(editor, Editor.start(editor, [to]));
        onMoved(to + 1);
      }}
    >
      <div ref={element} className={classes.handle} data-held={held !== undefined || undefined}>
        <HandleButton index={index} onOpen={(isOpen) => setHeld(isOpen ? index : undefined)} />
      </div>
      {drop === undefined ? null : <div className={classes.drop} style={{ top: drop.top }} />}
    </DndContext>
  );
});
BlockHandle.displayName = 'BlockHandle';

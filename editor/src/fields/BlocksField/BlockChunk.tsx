// A chunk of a long text: Slate renders the blocks of a text in chunks. A chunk is rendered when it is near the view or the
// cursor, or when the page is idle, so that a text can have 60,000 blocks.
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useSlateSelector, useSlateStatic, type RenderChunkProps } from 'slate-react';
import classes from './BlocksField.module.css';
import { whenIdle } from '../../form/whenIdle.ts';

/** So many blocks are rendered, and laid out, together. */
export const chunkSize = 50;

/** These first blocks are always rendered. */
const firstBlocks = 200;

/** In longer texts, chunks far from the view stay empty: all of them would take gigabytes. */
const maxIdleBlocks = 5_000;

/** How far from the view a chunk is rendered: in the page, and in the scroll areas that it is in. */
const viewOptions = { rootMargin: '1000px', scrollMargin: '1000px' };

/** What Slate renders inside of a chunk: `ancestor` is the chunk itself, with the present indexes of its blocks. */
type Content = ReactElement<{ readonly ancestor: { readonly children: readonly { readonly index: number }[] } }>;

const edgesOf = ({ props }: Content): readonly [first: number, last: number] => [
  props.ancestor.children[0]?.index ?? 0,
  props.ancestor.children.at(-1)?.index ?? 0,
];

type Props = Pick<RenderChunkProps, 'attributes'> & { readonly content: Content };

const LowestChunk = ({ attributes, content }: Props) => {
  const editor = useSlateStatic();
  const element = useRef<HTMLDivElement>(null);
  const [wasRendered, setWasRendered] = useState(false);
  // The chunk around the cursor and its neighbours, because the cursor can only go where there is text. Ctrl+A and Ctrl+End
  // need the last one.
  const isNeeded = useSlateSelector(({ children, selection }) => {
    if (wasRendered) return true;
    const [first, last] = edgesOf(content);
    const isNear = (index = -Infinity): boolean => index >= first - chunkSize && index <= last + chunkSize;
    return (
      first < firstBlocks ||
      last === children.length - 1 ||
      isNear(selection?.anchor.path[0]) ||
      isNear(selection?.focus.path[0])
    );
  });
  const isRendered = wasRendered || isNeeded;
  if (isNeeded && !wasRendered) setWasRendered(true);

  useEffect(() => {
    if (isRendered || element.current === null) return;
    const render = (): void => setWasRendered(true);
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) render();
    }, viewOptions);
    observer.observe(element.current);
    const cancel = editor.children.length <= maxIdleBlocks ? whenIdle(render) : undefined;
    return () => {
      observer.disconnect();
      cancel?.();
    };
  }, [editor, isRendered]);

  return (
    <div {...attributes} ref={element} className={classes.chunk} data-empty={!isRendered || undefined}>
      {isRendered ? content : null}
    </div>
  );
};

export const BlockChunk = ({ attributes, children, lowest }: RenderChunkProps) =>
  lowest ? (
    <LowestChunk attributes={attributes} content={children as Content} />
  ) : (
    <div {...attributes}>{children as Content}</div>
  );

// The links of a relation in their order. Only the rows in view are in the page, so that hundreds of links stay quick.
import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { LinkedDocument } from '../../form/types.ts';
import { Sortable } from '../ordering/Sortable.tsx';
import { useOrdering } from '../ordering/useOrdering.ts';
import classes from './LinkList.module.css';
import { LinkRow } from './LinkRow.tsx';
import { linkKey, removeLink } from './links.ts';

interface Props {
  readonly links: readonly LinkedDocument[];
  readonly label: string;
  readonly readOnly: boolean;
  /** Says of each link which type it has: in a polymorphic relation. */
  readonly showType: boolean;
  readonly onChange: (links: readonly LinkedDocument[]) => void;
  /** Undefined: links open in a tab of their own. */
  readonly onOpen: ((link: LinkedDocument) => void) | undefined;
}

const rowHeight = 44;

export const LinkList = ({ links, label, readOnly, showType, onChange, onOpen }: Props) => {
  const ordering = useOrdering(links, linkKey, ({ label: name }) => name, onChange);
  const keys = links.map(linkKey);
  if (links.length === 0) return null;
  return (
    <Sortable ordering={ordering} keys={keys} strategy={verticalListSortingStrategy}>
      {(active) => (
        <Rows
          {...{ links, label, keys, active, ordering, readOnly, showType, onOpen }}
          onRemove={(link) => {
            onChange(removeLink(links, link));
          }}
        />
      )}
    </Sortable>
  );
};

interface RowsProps extends Omit<Props, 'onChange'> {
  readonly keys: readonly string[];
  /** The key of the link that is being dragged. */
  readonly active: string | undefined;
  readonly ordering: ReturnType<typeof useOrdering>;
  readonly onRemove: (link: LinkedDocument) => void;
}

const Rows = ({ links, label, keys, active, ordering, readOnly, showType, onOpen, onRemove }: RowsProps) => {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  // What is dragged, or moved with keys, stays in the page while the list scrolls under it.
  const kept = [active, ordering.movedKey].map((key) => keys.indexOf(key ?? '')).filter((index) => index >= 0);
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer changes without its identity
  const virtualizer = useVirtualizer({
    count: links.length,
    getScrollElement: () => element,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 4,
    rangeExtractor: (range) => [...new Set([...kept, ...defaultRangeExtractor(range)])],
  });
  return (
    <div
      ref={(node) => {
        ordering.listRef.current = node;
        setElement(node);
      }}
      className={classes.frame}
    >
      <ul className={classes.list} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const link = links[index];
          if (link === undefined) return null;
          return (
            <LinkRow
              key={linkKey(link)}
              {...{ link, index, start, size, ordering, readOnly, showType, onOpen, onRemove }}
              count={links.length}
            />
          );
        })}
      </ul>
    </div>
  );
};

// The links of a relation in their order. Only the rows in view are in the page, so that hundreds of links stay quick.
import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Anchor, Text } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useState, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useTargetStatus } from '../../api/targets.ts';
import { useForm } from '../../form/FormContext.tsx';
import type { LinkedDocument } from '../../form/types.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { OrderHandle, Sortable, useOrderedItem } from '../Sortable.tsx';
import classes from './LinkList.module.css';
import { documentAddress, linkKey, removeLink } from './links.ts';

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

interface LinkNameProps extends Pick<Props, 'onOpen'> {
  readonly link: LinkedDocument;
  /** Undefined: the document has no form. */
  readonly address: string | undefined;
}

const LinkName = ({ link, address, onOpen }: LinkNameProps) => {
  const t = useTranslations('fields.relation');
  const { label } = link;
  const common = { flex: 1, miw: 0, ta: 'start', size: 'sm', truncate: true, dir: 'auto' } as const;
  if (address === undefined) return <Text {...common}>{label}</Text>;
  if (onOpen === undefined)
    return (
      <Anchor
        {...common}
        href={address}
        target="_blank"
        rel="noopener"
        title={label}
        aria-label={t('openTab', { label })}
      >
        {label}
      </Anchor>
    );
  return (
    <Anchor {...common} component="button" type="button" title={label} onClick={() => onOpen(link)}>
      {label}
    </Anchor>
  );
};

interface RowProps extends Omit<Props, 'label'> {
  readonly link: LinkedDocument;
  readonly row: VirtualItem;
}

const LinkRow = ({ links, link, row: { index, size, start }, readOnly, showType, onChange, onOpen }: RowProps) => {
  const { schema, locale } = useForm();
  const type = schema.targets.get(link.uid);
  const status = useTargetStatus(type, link.documentId, locale);
  const { itemProps, handleProps } = useOrderedItem(linkKey(link), readOnly);
  const address = type === undefined ? undefined : documentAddress(type, link.documentId, locale);
  return (
    <li
      className={classes.row}
      aria-setsize={links.length}
      aria-posinset={index + 1}
      style={{ height: size, transform: `translateY(${start}px)` }}
    >
      <div {...itemProps} className={classes.content}>
        {readOnly || links.length < 2 ? null : <OrderHandle {...handleProps} index={index} label={link.label} />}
        <LinkName link={link} address={address} onOpen={onOpen} />
        {showType ? (
          <Text size="xs" c="dimmed" truncate>
            {type?.displayName ?? link.uid}
          </Text>
        ) : null}
        {status === undefined || status === 'published' ? null : <StatusBadge status={status} />}
        {readOnly ? null : <RemoveButton name={link.label} onRemove={() => onChange(removeLink(links, link))} />}
      </div>
    </li>
  );
};

interface RowsProps extends Props {
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** The keys of links that stay in the page while the list scrolls under them. */
  readonly kept: readonly (string | undefined)[];
}

const Rows = ({ listRef, kept, label, ...props }: RowsProps) => {
  const { links } = props;
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const keys = links.map(linkKey);
  const keptAt = kept.map((key) => keys.indexOf(key ?? '')).filter((index) => index >= 0);
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer changes without its identity
  const virtualizer = useVirtualizer({
    count: links.length,
    getScrollElement: () => element,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 4,
    rangeExtractor: (range) => [...new Set([...keptAt, ...defaultRangeExtractor(range)])],
  });
  return (
    <div
      ref={(node) => {
        listRef.current = node;
        setElement(node);
      }}
      className={classes.frame}
    >
      <ul className={classes.list} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const link = links[row.index];
          return link === undefined ? null : <LinkRow key={row.key} {...props} link={link} row={row} />;
        })}
      </ul>
    </div>
  );
};

export const LinkList = (props: Props) =>
  props.links.length === 0 ? null : (
    <Sortable
      items={props.links}
      keyOf={linkKey}
      labelOf={({ label }) => label}
      strategy={verticalListSortingStrategy}
      onChange={props.onChange}
    >
      {(listRef, kept) => <Rows {...props} listRef={listRef} kept={kept} />}
    </Sortable>
  );

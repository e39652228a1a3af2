// One link of a relation: its handle, its label, its status, and the button that removes it.
import { Text, Anchor } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTargetStatus } from '../../api/targets.ts';
import { useForm } from '../../form/FormContext.tsx';
import type { LinkedDocument } from '../../form/types.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { OrderHandle, useOrderedItem } from '../ordering/OrderHandle.tsx';
import type { Ordering } from '../ordering/useOrdering.ts';
import classes from './LinkList.module.css';
import { linkKey, documentAddress } from './links.ts';
import type { ContentType } from '../../schema/types.ts';

interface LinkNameProps {
  readonly link: LinkedDocument;
  readonly type: ContentType | undefined;
  readonly locale: string | undefined;
  readonly onOpen: ((link: LinkedDocument) => void) | undefined;
}

const LinkName = ({ link, type, locale, onOpen }: LinkNameProps) => {
  const t = useTranslations('fields.relation');
  const address = type === undefined ? undefined : documentAddress(type, link.documentId, locale);
  if (address === undefined)
    return (
      <Text className={classes.name} size="sm" truncate dir="auto">
        {link.label}
      </Text>
    );
  const common = { className: classes.name ?? '', size: 'sm', truncate: true, dir: 'auto', title: link.label } as const;
  if (onOpen !== undefined)
    return (
      <Anchor
        component="button"
        type="button"
        {...common}
        onClick={() => {
          onOpen(link);
        }}
      >
        {link.label}
      </Anchor>
    );
  return (
    <Anchor href={address} target="_blank" rel="noopener" {...common} aria-label={t('openTab', { label: link.label })}>
      {link.label}
    </Anchor>
  );
};

interface Props {
  readonly link: LinkedDocument;
  readonly index: number;
  readonly count: number;
  /** Its place in the list, in pixels. */
  readonly start: number;
  readonly size: number;
  readonly ordering: Ordering;
  readonly readOnly: boolean;
  readonly showType: boolean;
  readonly onOpen: ((link: LinkedDocument) => void) | undefined;
  readonly onRemove: (link: LinkedDocument) => void;
}

export const LinkRow = (props: Props) => {
  const { link, index, count, start, size, ordering, readOnly, showType, onOpen, onRemove } = props;
  const t = useTranslations('fields.relation');
  const { schema, locale } = useForm();
  const type = schema.targets.get(link.uid);
  const status = useTargetStatus(type, link.documentId, locale);
  const { itemProps, handleProps, isDragging } = useOrderedItem(linkKey(link), readOnly);
  return (
    <li
      className={classes.row}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ height: size, transform: `translateY(${start}px)` }}
    >
      <div {...itemProps} className={isDragging ? `${classes.content} ${classes.dragged}` : classes.content}>
        {readOnly || count < 2 ? null : (
          <OrderHandle {...handleProps} ordering={ordering} index={index} label={link.label} />
        )}
        <LinkName link={link} type={type} locale={locale} onOpen={onOpen} />
        {showType ? (
          <Text size="xs" c="dimmed" truncate>
            {type?.displayName ?? link.uid}
          </Text>
        ) : null}
        {status === undefined || status === 'published' ? null : <StatusBadge status={status} />}
        {readOnly ? null : (
          <RemoveButton
            label={t('remove', { label: link.label })}
            onRemove={() => {
              onRemove(link);
            }}
          />
        )}
      </div>
    </li>
  );
};

// One link of a relation: its handle, its label, its status, and the button that removes it.
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTargetStatus } from '../../api/targets.ts';
import { useForm } from '../../form/FormContext.tsx';
import type { LinkedDocument } from '../../form/types.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { OrderHandle } from '../ordering/OrderHandle.tsx';
import { useOrderedItem } from '../ordering/useOrderedItem.ts';
import type { Ordering } from '../ordering/useOrdering.ts';
import classes from './LinkList.module.css';
import { LinkName } from './LinkName.tsx';
import { linkKey } from './links.ts';

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

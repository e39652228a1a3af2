// The documents that a search found, as options; at their end more of them, and making a new one.
import { Combobox, Text } from '@mantine/core';
import { CheckIcon, PlusIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { Target } from '../../api/targets.ts';
import type { ContentType } from '../../schema/types.ts';
import type { LinkedDocument } from '../../form/types.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './TargetPicker.module.css';

/** Values of the options that are not documents; a documentId has no colon. */
export const moreOption = ':more';
export const createOption = ':create';

interface Props {
  readonly targets: readonly Target[];
  /** Of several, each option says which one it is of. */
  readonly types: readonly ContentType[];
  readonly isLinked: (target: LinkedDocument) => boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** What to say if there are none. */
  readonly noneText: string;
  readonly hasMore: boolean;
  /** What would be made; undefined if the user cannot make one here. */
  readonly createLabel: string | undefined;
}

export const TargetOptions = ({
  targets,
  types,
  isLinked,
  isPending,
  error,
  noneText,
  hasMore,
  createLabel,
}: Props) => {
  const t = useTranslations('fields.relation');
  const common = useTranslations('common');
  const note = error?.message ?? (isPending ? common('loading') : targets.length === 0 ? noneText : undefined);
  return (
    <Combobox.Options mah="18rem" className={classes.options ?? ''}>
      {targets.map((target) => (
        <Combobox.Option
          key={target.documentId}
          value={target.documentId}
          active={isLinked(target)}
          aria-selected={isLinked(target)}
        >
          <span className={classes.option}>
            <span className={classes.check}>{isLinked(target) ? <CheckIcon /> : null}</span>
            <Text span size="sm" truncate dir="auto" className={classes.label ?? ''}>
              {target.label}
            </Text>
            {types.length === 1 ? null : (
              <Text span size="xs" c="dimmed">
                {types.find(({ uid }) => uid === target.uid)?.displayName}
              </Text>
            )}
            {target.status === undefined || target.status === 'published' ? null : (
              <StatusBadge status={target.status} />
            )}
          </span>
        </Combobox.Option>
      ))}
      {note === undefined ? null : <Combobox.Empty role={error === null ? 'status' : 'alert'}>{note}</Combobox.Empty>}
      {hasMore ? (
        <Combobox.Option value={moreOption}>
          <Text span size="sm" c="dimmed">
            {t('more')}
          </Text>
        </Combobox.Option>
      ) : null}
      {createLabel === undefined ? null : (
        <Combobox.Option value={createOption}>
          <span className={classes.option}>
            <span className={classes.check}>
              <PlusIcon />
            </span>
            <Text span size="sm" truncate dir="auto">
              {t('create', { label: createLabel })}
            </Text>
          </span>
        </Combobox.Option>
      )}
    </Combobox.Options>
  );
};

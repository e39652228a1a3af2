// The button to publish where stages decide: in another stage it publishes nothing, and says which one does and who may set it.
import { Button, Popover, Text } from '@mantine/core';
import { LockIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, Ref } from 'react';
import { useFormatter } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import { reviewQuery } from '../../api/review.ts';
import { useReviewTexts } from '../../messages/useReviewTexts.ts';

interface Props {
  /** Its document exists, or is new and so in the first stage. */
  readonly address: DocumentAddress;
  readonly isNew: boolean;
  readonly label: string;
  readonly buttonRef: Ref<HTMLButtonElement>;
  /** The button that publishes. */
  readonly children: ReactElement;
}

/** At most so many people are named. */
const maxNames = 5;

const HeldPublish = ({ address, isNew, label, buttonRef, children }: Props) => {
  const t = useReviewTexts();
  const format = useFormatter();
  const { publishFrom, stages = [] } = address.type;
  const { data } = useQuery({ ...reviewQuery(address), enabled: !isNew });
  const stage = isNew ? stages[0] : data?.meta.stage.name;
  if (publishFrom === undefined || stage === undefined || stage === publishFrom) return children;
  const mayApprove = data?.data.some(({ name, isAllowed }) => name === publishFrom && isAllowed) === true;
  const names = data?.meta.approvers.slice(0, maxNames).map(({ username }) => username) ?? [];
  const who = mayApprove
    ? t('youMayApprove')
    : names.length > 0
      ? t('mayApprove', { names: format.list(names, { type: 'disjunction' }), stage: publishFrom })
      : t('nobodyApproves');
  return (
    <Popover width={320} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button ref={buttonRef} data-disabled aria-disabled leftSection={<LockIcon />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('heldTitle')}>
        <Text size="sm" tabIndex={-1} data-autofocus>
          {t('held', { stage, publishFrom })} {isNew ? t('heldNew') : who}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
};

export default HeldPublish;

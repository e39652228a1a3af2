// Chooses what happens to a document: it goes live or offline.
import { SegmentedControl, type MantineSize } from '@mantine/core';
import type { ReleaseAction } from '../api/releases.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

interface Props {
  readonly label: string;
  readonly size?: MantineSize;
  readonly value: ReleaseAction;
  readonly onChange: (value: ReleaseAction) => void;
}

export const DeedControl = ({ label, ...props }: Props) => {
  const t = useReleaseTexts();
  return (
    <SegmentedControl<ReleaseAction>
      aria-label={label}
      data={[
        { value: 'publish', label: t('deeds.publish') },
        { value: 'unpublish', label: t('deeds.unpublish') },
      ]}
      {...props}
    />
  );
};

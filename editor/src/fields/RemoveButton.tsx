// Removes an item from the value of a field.
import { ActionIcon } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';

interface Props {
  /** What it does, with the name of the item. */
  readonly label: string;
  readonly onRemove: () => void;
}

export const RemoveButton = ({ label, onRemove }: Props) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onRemove}>
    <XIcon />
  </ActionIcon>
);

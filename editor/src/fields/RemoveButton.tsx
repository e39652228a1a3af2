// Removes an item from the value of a field.
import { ActionIcon } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';

export const RemoveButton = ({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={useTranslations('form.entries')('removeNamed', { name })}
    onClick={onRemove}
  >
    <XIcon />
  </ActionIcon>
);

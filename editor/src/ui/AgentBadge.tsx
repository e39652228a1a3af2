// Marks what an agent wrote: a program that works for a user.
import { Badge } from '@mantine/core';
import { HubotIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';

/** @param name of the agent, where it is to be named */
export const AgentBadge = ({ name }: { readonly name?: string }) => {
  const label = useTranslations('common')('agent');
  return (
    <Badge variant="default" tt="none" miw="7ch" leftSection={<HubotIcon size={12} aria-label={label} />}>
      {name ?? label}
    </Badge>
  );
};

// The frame of a screen: its heading, its actions and its content.
import { Anchor, Group, Text, Title } from '@mantine/core';
import { ArrowLeftIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './Page.module.css';
import { useDocumentTitle } from './useDocumentTitle.ts';

interface Props {
  readonly title: string;
  /** The screen that the link above the heading leads to. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly description?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  /** `sm` for forms and texts, `full` for tables. */
  readonly width?: 'sm' | 'full';
  readonly children: ReactNode;
}

export const Page = ({ title, back, description, actions, width = 'full', children }: Props) => {
  useDocumentTitle(title);
  return (
    <div className={classes.page} data-width={width}>
      <Group justify="space-between" align="flex-start" mb="lg">
        <div>
          {back === undefined ? null : (
            <Anchor component={Link} to={back.to} size="sm" className={classes.back}>
              <ArrowLeftIcon size={14} /> {back.label}
            </Anchor>
          )}
          <Title order={1} size="h2">
            {title}
          </Title>
          {description === undefined ? null : (
            <Text c="dimmed" size="sm">
              {description}
            </Text>
          )}
        </div>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
};

// Links of the navigation under a heading.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Navigation.module.css';

export const NavigationGroup = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div role="group" aria-label={title}>
    <Title order={2} size="xs" c="dimmed" className={classes.heading}>
      {title}
    </Title>
    {children}
  </div>
);

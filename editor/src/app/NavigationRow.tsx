// A link of the navigation, 32 pixels high, and the groups of links.
import { NavLink, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from './destinations.ts';
import classes from './Navigation.module.css';

interface Props {
  readonly destination: Destination;
  /** Whether the Tab key comes to the link. */
  readonly isTabStop?: boolean;
  readonly onFocus?: () => void;
  /** A button beside the link. */
  readonly children?: ReactNode;
}

/** Whether a screen, or one below it, has this path. */
export const isAt = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`);

export const NavigationRow = ({ destination: { to, label, Icon }, isTabStop = true, onFocus, children }: Props) => {
  const active = isAt(useLocation().pathname, to);
  return (
    <div className={classes.row} onFocus={onFocus}>
      <NavLink
        className={classes.link}
        component={Link}
        to={to}
        label={label}
        title={label}
        noWrap
        leftSection={<Icon />}
        active={active}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={active ? 'page' : undefined}
        variant="light"
      />
      {children}
    </div>
  );
};

/** Links of the navigation under a heading. */
export const NavigationGroup = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div role="group" aria-label={title}>
    <Title order={2} size="xs" c="dimmed" px="sm" pt="xs" pb={4}>
      {title}
    </Title>
    {children}
  </div>
);

// A link of the navigation, 32 pixels high.
import { NavLink } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from './destinations.ts';
import classes from './Navigation.module.css';

interface Props {
  readonly destination: Destination;
  /** A button beside the link. */
  readonly children?: ReactNode;
}

export const NavigationRow = ({ destination: { to, label, Icon }, children }: Props) => {
  const { pathname } = useLocation();
  const active = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <div className={classes.row}>
      <NavLink
        className={classes.link}
        component={Link}
        to={to}
        label={label}
        title={label}
        noWrap
        leftSection={<Icon />}
        active={active}
        aria-current={active ? 'page' : undefined}
        variant="light"
      />
      {children}
    </div>
  );
};

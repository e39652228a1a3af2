// The navigation beside the screen.
import { NavLink, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSchema } from '../api/schema.ts';
import { useMay } from '../permissions/useMay.ts';
import classes from './Shell.module.css';

export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const t = useTranslations('app');
  const may = useMay();
  const { types } = useSchema();
  return (
    <div className={classes.shell}>
      <nav className={classes.navigation} aria-label={t('navigation')}>
        <Text fw={700}>{t('content')}</Text>
        {[...types.values()]
          .filter(({ uid }) => may('find', uid))
          .map(({ uid, name, kind, displayName }) => (
            <NavLink
              key={uid}
              component={Link}
              to={kind === 'singleType' ? `/single/${name}` : `/content/${name}`}
              label={displayName}
            />
          ))}
      </nav>
      <main className={classes.main}>{children}</main>
    </div>
  );
};

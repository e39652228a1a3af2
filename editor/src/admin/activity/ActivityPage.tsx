// The activity of the site: who did what, from the audit log.
import { Title } from '@mantine/core';
import { PulseIcon } from '@primer/octicons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { AuditRow } from '../../api/audit.ts';
import { pagesQuery } from '../../api/call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { ActivityFilters } from './ActivityFilters.tsx';
import { AuditEntry } from './AuditEntry.tsx';
import { toAuditFilters, useActivityFilters } from './useActivityFilters.ts';
import { useAuditNames } from './useAuditNames.ts';
import lists from '../../ui/borderedList.module.css';

const AuditEntries = () => {
  const t = useTranslations('admin.activity');
  const format = useFormatter();
  const { filters } = useActivityFilters();
  const query = useInfiniteQuery(pagesQuery('GET /admin/audit', { query: { ...toAuditFilters(filters) } }));
  const pages = (query.data?.pages ?? []).map((page) => page.data);
  const names = useAuditNames(pages);
  const days = new Map<string, AuditRow[]>();
  for (const row of pages.flat()) {
    const day = format.dateTime(new Date(row.at), { dateStyle: 'full' });
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return (
    <Loaded query={query} height={240}>
      {() =>
        days.size === 0 ? (
          <EmptyState Icon={PulseIcon} title={t('none')} text={t('noneText')} />
        ) : (
          <>
            {[...days].map(([day, rows]) => (
              <section key={day} aria-label={day}>
                <Title order={2} size="h5" mt="lg" mb="xs">
                  {day}
                </Title>
                <ul className={lists.list}>
                  {rows.map((row) => (
                    <AuditEntry key={row.id} row={row} names={names} />
                  ))}
                </ul>
              </section>
            ))}
            <MoreButton query={query} />
          </>
        )
      }
    </Loaded>
  );
};

export const ActivityPage = () => {
  const t = useTranslations('admin.activity');
  return (
    <Page title={t('title')} description={t('description')}>
      <ActivityFilters />
      <AuditEntries />
    </Page>
  );
};

// What the header shows of the plans of a document: the action and the badges that open its dialog.
import { Badge } from '@mantine/core';
import { AlertIcon, CalendarIcon, ClockIcon } from '@primer/octicons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocales } from '../../api/locales.ts';
import { useMayRelease } from '../../api/mayRelease.ts';
import { documentReleasesQuery, isPrevented, releaseQuery, type DocumentRelease } from '../../api/releases.ts';
import { usePlanText } from '../../releases/useMomentText.ts';
import { useDocument } from '../useDocument.ts';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';

const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'));

const none: readonly DocumentRelease[] = [];

export const useScheduling = () => {
  const t = useReleaseTexts();
  const { form, saver, isStored } = useDocument();
  const { type, documentId = '', locale } = form;
  const defaultLocale = useLocales()[0]?.code;
  const isOffered = useMayRelease()(type) && !form.readOnly && isStored;
  const [state, setState] = useState<'unused' | 'open' | 'closed' | 'revealing'>('unused');
  const address = { type, documentId, locale: type.localized ? (locale ?? defaultLocale) : undefined };
  const query = documentReleasesQuery(type.uid, isOffered ? [documentId] : [], address.locale);
  const { data = {}, refetch } = useQuery(query);
  const plans = isOffered ? (data[documentId] ?? none) : none;
  const etag = saver.stored.getEtag();
  const isPlanned = plans.length > 0;
  // Another text or stage may permit the plan.
  useEffect(() => {
    if (isPlanned) void refetch();
  }, [etag, isPlanned, refetch]);
  const open = () => setState('open');
  return {
    ...{ plans, open },
    /** None: the user may not plan, or there is nothing to plan yet. */
    actions: isOffered ? [{ label: t('open'), Icon: CalendarIcon, run: open }] : [],
    dialog:
      isOffered && state !== 'unused' ? (
        <Suspense>
          <ScheduleDialog
            {...{ address, plans }}
            opened={state === 'open'}
            // The focus goes to the field, not back to the button.
            returnFocus={state !== 'revealing'}
            onClose={(isRevealing) => setState(isRevealing ? 'revealing' : 'closed')}
          />
        </Suspense>
      ) : null,
  };
};

export type Scheduling = ReturnType<typeof useScheduling>;

/** One badge for each plan. */
export const ScheduleBadges = ({ plans, open }: Scheduling) => {
  const planText = usePlanText();
  // What the list of plans says of their states may be older than the last change of the document.
  const releases = useQueries({ queries: plans.map(({ id }) => releaseQuery(id)) });
  const blocked = new Set(releases.flatMap(({ data }) => (data !== undefined && isPrevented(data) ? [data.id] : [])));
  return plans.map((plan) => {
    const isBlocked = blocked.has(plan.id);
    return (
      <Badge
        key={`${plan.id} ${plan.locale ?? ''}`}
        component="button"
        type="button"
        maw="100%"
        style={{ cursor: 'pointer' }}
        variant={isBlocked ? 'light' : 'default'}
        color={isBlocked ? 'red' : 'gray'}
        leftSection={isBlocked ? <AlertIcon size={12} /> : <ClockIcon size={12} />}
        onClick={open}
      >
        {planText(plan, isBlocked)}
      </Badge>
    );
  });
};

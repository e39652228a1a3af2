// Marks the documents of a list that are planned to go live or offline.
import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { AlertIcon, ClockIcon } from '@primer/octicons-react';
import { useQueries } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { ListedDocument } from '../api/documents.ts';
import { useMayRelease } from '../api/mayRelease.ts';
import { documentReleasesQuery, isPrevented, type DocumentRelease } from '../api/releases.ts';
import { usePlanText } from '../releases/useMomentText.ts';
import type { ContentType } from '../schema/types.ts';

type Plans = Readonly<Record<string, readonly DocumentRelease[]>>;

const noPlans: Plans = {};

/** By documentId, what is planned. */
export const PlansContext = createContext(noPlans);

/** The most documents of a request. */
const maxDocuments = 100;

const mergePlans = (results: readonly { readonly data: Plans | undefined }[]): Plans =>
  Object.assign({}, ...results.map(({ data }) => data)) as Plans;

/** Reads what is planned for the documents of a list, with one request for each page, if the user may publish them. */
export const usePlans = (
  type: ContentType,
  locale: string | undefined,
  documents: readonly ListedDocument[],
): Plans => {
  const isPermitted = useMayRelease()(type);
  const pages = useMemo(() => {
    const size = Math.min(type.list.pageSize, maxDocuments);
    const ids = isPermitted ? documents.map(({ documentId }) => documentId) : [];
    return Array.from({ length: Math.ceil(ids.length / size) }, (_, page) => ids.slice(page * size, (page + 1) * size));
  }, [documents, isPermitted, type.list.pageSize]);
  return useQueries({
    queries: pages.map((ids) => documentReleasesQuery(type.uid, ids, locale)),
    combine: mergePlans,
  });
};

export const PlannedIcon = ({ documentId }: { readonly documentId: string }) => {
  const planText = usePlanText();
  const plans = use(PlansContext)[documentId] ?? [];
  if (plans.length === 0) return null;
  const isBlocked = plans.some(isPrevented);
  const text = plans.map((plan) => planText(plan, isPrevented(plan))).join('; ');
  const Icon = isBlocked ? AlertIcon : ClockIcon;
  return (
    <Tooltip label={text}>
      <Text component="span" flex="none" lh={0} c={isBlocked ? 'var(--mantine-color-error)' : 'dimmed'}>
        <Icon size={14} aria-hidden />
        <VisuallyHidden>{text}</VisuallyHidden>
      </Text>
    </Tooltip>
  );
};

// On the first screen, the drafts that are assigned to the user, and what others did with those that the user wrote or approved.
import { useQuery } from '@tanstack/react-query';
import { useEditor } from '../api/editor.ts';
import { useLocales } from '../api/locales.ts';
import { assignedQuery, noticesQuery } from '../api/review.ts';
import { useReviewTexts } from '../messages/useReviewTexts.ts';
import type { ContentType } from '../schema/types.ts';
import { ActivityList } from './ActivityList.tsx';

/** Shows nothing where there is none. @param types those with stages that the user may edit */
const AssignedList = ({ types }: { readonly types: readonly ContentType[] }) => {
  const t = useReviewTexts();
  const { user } = useEditor();
  const locales = useLocales().map(({ code }) => code);
  const { data = [] } = useQuery(assignedQuery(types, user.documentId, locales));
  const { data: notices = [] } = useQuery(noticesQuery);
  const reviews = notices.map(({ kind, by, stage, at, ...entry }) => ({
    ...{ ...entry, updatedAt: at, updatedBy: null },
    note: t(kind, { name: by?.username ?? t('somebody'), stage }),
  }));
  return (
    <>
      <ActivityList title={t('notices')} entries={reviews} />
      <ActivityList title={t('assigned')} entries={data} shows={{ status: true }} />
    </>
  );
};

export default AssignedList;

// On the first screen, the drafts that are assigned to the user.
import { useQuery } from '@tanstack/react-query';
import { useEditor } from '../api/editor.ts';
import { useLocales } from '../api/locales.ts';
import { assignedQuery } from '../api/review.ts';
import { useReviewTexts } from '../messages/useReviewTexts.ts';
import type { ContentType } from '../schema/types.ts';
import { ActivityList } from './ActivityList.tsx';

/** Shows nothing if there are none. @param types those with stages that the user may edit */
const AssignedList = ({ types }: { readonly types: readonly ContentType[] }) => {
  const t = useReviewTexts();
  const { user } = useEditor();
  const locales = useLocales().map(({ code }) => code);
  const { data = [] } = useQuery(assignedQuery(types, user.documentId, locales));
  if (data.length === 0) return null;
  return <ActivityList title={t('assigned')} empty="" entries={data} shows={{ writer: false, status: true }} />;
};

export default AssignedList;

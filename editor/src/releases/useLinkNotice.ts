// Says on other screens that documents of a release link to drafts that it leaves unpublished.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { linkedDraftsQuery, type Release } from '../api/releases.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { showActionNotice } from '../ui/showActionNotice.tsx';

/** @returns a function for after a document was added */
export const useLinkNotice = (): ((release: Pick<Release, 'id' | 'name'>) => Promise<void>) => {
  const t = useReleaseTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ id, name }) => {
    // The documents are added also if this cannot be read; the screen of the release reads it again.
    const { length: count } = await client.query(linkedDraftsQuery(id)).catch(() => []);
    if (count > 0)
      showActionNotice(t('linksOf', { count, name: name ?? '' }), t('look'), () => {
        void navigate({ to: `/releases/${id}` });
      });
  };
};

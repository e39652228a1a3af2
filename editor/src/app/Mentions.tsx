// Comments that mention the user, on the first screen.
import type { Mention } from '../api/mentions.ts';
import { useCommentTexts } from '../messages/useCommentTexts.ts';
import { ActivityList } from './ActivityList.tsx';

const Mentions = ({ mentions }: { readonly mentions: readonly Mention[] }) => {
  const t = useCommentTexts();
  const entries = mentions.map(({ id, type, documentId, locale, title, text, author, createdAt }) => ({
    ...{ type, documentId, locale, title, updatedAt: createdAt, updatedBy: null },
    heading: t('mentionedBy', { name: author?.username ?? t('somebody'), text }),
    hash: `comment-${id}`,
  }));
  return <ActivityList title={t('mentions')} entries={entries} />;
};

export default Mentions;

// Comments that mention the user, on the first screen.
import type { Mention } from '../api/mentions.ts';
import { useCommentTexts, useWriterOf } from '../messages/useCommentTexts.ts';
import { ActivityList } from './ActivityList.tsx';

const Mentions = ({ mentions }: { readonly mentions: readonly Mention[] }) => {
  const t = useCommentTexts();
  const writerOf = useWriterOf();
  const entries = mentions.map((mention) => {
    const { id, type, documentId, locale, title, text, createdAt } = mention;
    return {
      ...{ type, documentId, locale, title, updatedAt: createdAt, updatedBy: null },
      heading: t('mentionedBy', { name: writerOf(mention), text }),
      hash: `comment-${id}`,
    };
  });
  return <ActivityList title={t('mentions')} entries={entries} />;
};

export default Mentions;

// Comments that mention the user, on the first screen.
import { Text, Title, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useNow } from 'use-intl';
import type { Mention } from '../api/mentions.ts';
import { useSchema } from '../api/schema.ts';
import { useCommentTexts } from '../messages/useCommentTexts.ts';
import { documentPath } from '../schema/paths.ts';
import { useLanguageName } from '../ui/useLanguageName.ts';
import classes from './HomePage.module.css';

const MentionLink = ({ mention }: { readonly mention: Mention }) => {
  const t = useCommentTexts();
  const format = useFormatter();
  const now = useNow();
  const languageName = useLanguageName();
  const type = useSchema().types.get(mention.type);
  if (type === undefined) return null;
  const { id, documentId, locale, title, text, author, createdAt } = mention;
  const isSingle = type.kind === 'singleType';
  const details = [
    isSingle ? type.displayName : (title ?? t('untitled')),
    ...(locale === null ? [] : [languageName(locale)]),
    format.relativeTime(new Date(createdAt), { now, style: 'short' }),
  ];
  return (
    <li>
      <UnstyledButton
        component={Link}
        to={documentPath(type, documentId)}
        search={(locale === null ? {} : { locale }) as never}
        hash={`comment-${id}`}
        className={classes.row}
      >
        <div className={classes.text}>
          <Text fw={500} truncate dir="auto">
            {t('mentionedBy', { name: author?.username ?? t('somebody'), text })}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {details.join(' · ')}
          </Text>
        </div>
      </UnstyledButton>
    </li>
  );
};

const Mentions = ({ mentions }: { readonly mentions: readonly Mention[] }) => {
  const t = useCommentTexts();
  return (
    <section className={classes.section}>
      <Title order={2} size="h4" mb="sm">
        {t('mentions')}
      </Title>
      <ul className={classes.list}>
        {mentions.map((mention) => (
          <MentionLink key={mention.id} mention={mention} />
        ))}
      </ul>
    </section>
  );
};

export default Mentions;

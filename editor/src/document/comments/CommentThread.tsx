// One thread: its first comment, the replies, and what can be done with them.
import { ActionIcon, Anchor, Box, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CheckIcon, IssueReopenedIcon, KebabHorizontalIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import type { Comment } from '../../api/comments.ts';
import { useEditor, useMay } from '../../api/editor.ts';
import { useCommentTexts, useWriterOf } from '../../messages/useCommentTexts.ts';
import { AgentBadge } from '../../ui/AgentBadge.tsx';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useDocument } from '../useDocument.ts';
import { CommentInput } from './CommentInput.tsx';
import { useCommentChanges } from './useCommentChanges.ts';

/** The text with the names of mentioned users in bold. */
const withMentions = ({ text, mentions }: Comment): ReactNode => {
  const names = mentions.flatMap(({ username }) => username ?? []).toSorted((a, b) => b.length - a.length);
  const parts: ReactNode[] = [];
  let rest = text;
  while (rest !== '') {
    const places = names.map((name) => rest.indexOf(`@${name}`)).filter((place) => place >= 0);
    const place = places.length === 0 ? -1 : Math.min(...places);
    if (place === -1) return [...parts, rest];
    const name = names.find((one) => rest.startsWith(`@${one}`, place)) ?? '';
    parts.push(rest.slice(0, place), <strong key={parts.length}>@{name}</strong>);
    rest = rest.slice(place + name.length + 1);
  }
  return parts;
};

const CommentView = ({ comment }: { readonly comment: Comment }) => {
  const t = useCommentTexts();
  const writerOf = useWriterOf();
  const common = useTranslations('common');
  const format = useFormatter();
  const now = useNow();
  const may = useMay();
  const { user } = useEditor();
  const confirm = useConfirm();
  const { form } = useDocument();
  const [isEditing, editing] = useDisclosure();
  const { change, remove } = useCommentChanges();
  const { id, author, agent, createdAt, editedAt, parent } = comment;
  const isOwn = author?.documentId === user.documentId;
  const date = new Date(createdAt);
  return (
    <div id={`comment-${id}`} style={{ outlineOffset: -2 }} tabIndex={-1}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600} truncate dir="auto" miw={0}>
          {writerOf(comment)}
        </Text>
        {agent === null ? null : <AgentBadge />}
        <Text
          component="time"
          size="xs"
          c="dimmed"
          dateTime={createdAt}
          title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'short' })}
          flex={1}
          style={{ whiteSpace: 'nowrap' }}
        >
          {format.relativeTime(date, { now, style: 'short' })}
          {editedAt === null ? null : ` · ${t('edited')}`}
        </Text>
        {isOwn || may('delete', form.type.uid) ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('more')}>
                <KebabHorizontalIcon size={14} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {isOwn ? <Menu.Item onClick={editing.open}>{common('edit')}</Menu.Item> : null}
              <Menu.Item
                color="var(--mantine-color-error)"
                onClick={() => {
                  confirm({
                    title: t('delete'),
                    text: t(parent === null ? 'deleteThreadText' : 'deleteText'),
                    confirm: common('delete'),
                    onConfirm: () => remove.mutate(id),
                  });
                }}
              >
                {common('delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </Group>
      {isEditing ? (
        <CommentInput
          label={t('text')}
          action={common('save')}
          initial={comment}
          autoFocus
          onSend={async (data) => {
            await change.mutateAsync({ id, ...data });
            editing.close();
          }}
          onCancel={editing.close}
        />
      ) : (
        <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {withMentions(comment)}
        </Text>
      )}
    </div>
  );
};

interface Props {
  readonly first: Comment;
  readonly replies: readonly Comment[];
  /** What the thread is about. */
  readonly field: string;
  /** Shows the field; undefined for the whole document, and if it is removed. */
  readonly onReveal: (() => void) | undefined;
}

export const CommentThread = ({ first, replies, field, onReveal }: Props) => {
  const t = useCommentTexts();
  const [isReplying, replying] = useDisclosure();
  const { write, change } = useCommentChanges();
  const name = useWriterOf()(first);
  const isResolved = first.resolved !== null;
  return (
    <Box
      component="li"
      display="block"
      p="sm"
      bd="1px solid var(--mantine-color-default-border)"
      bdrs="md"
      aria-label={t('thread', { field, name })}
    >
      {onReveal === undefined ? (
        <Text size="xs" c="dimmed" truncate dir="auto">
          {field}
        </Text>
      ) : (
        <Anchor
          component="button"
          type="button"
          {...{ display: 'block', size: 'xs', maw: '100%', mih: '1.5rem', ta: 'start' }}
          truncate
          dir="auto"
          onClick={onReveal}
        >
          {field}
        </Anchor>
      )}
      <CommentView comment={first} />
      {replies.length === 0 ? null : (
        <Stack gap="xs" mt="xs" ps="sm" style={{ borderInlineStart: '2px solid var(--mantine-color-default-border)' }}>
          {replies.map((comment) => (
            <CommentView key={comment.id} comment={comment} />
          ))}
        </Stack>
      )}
      {first.resolved === null ? null : (
        <Text size="xs" c="dimmed" mt="xs">
          <CheckIcon size={12} /> {t('resolvedBy', { name: first.resolved.by?.username ?? t('somebody') })}
        </Text>
      )}
      {isReplying ? (
        <Box mt="xs">
          <CommentInput
            label={t('replyTo', { name })}
            placeholder={t('replyTo', { name })}
            action={t('reply')}
            autoFocus
            onSend={async (data) => {
              await write.mutateAsync({ ...data, parent: first.id });
              replying.close();
            }}
            onCancel={replying.close}
          />
        </Box>
      ) : (
        <Group gap="xs" mt="xs">
          <Button variant="default" size="compact-sm" onClick={replying.open}>
            {t('reply')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={isResolved ? <IssueReopenedIcon size={14} /> : <CheckIcon size={14} />}
            loading={change.isPending}
            onClick={() => change.mutate({ id: first.id, resolved: !isResolved })}
          >
            {t(isResolved ? 'reopen' : 'resolve')}
          </Button>
        </Group>
      )}
    </Box>
  );
};

// The comments on a document beside its form: all threads, or those on one field.
import { Button, CloseButton, Group, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, CommentDiscussionIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { commentsQuery, writeComment, type Comment } from '../../api/comments.ts';
import { commentsKey } from '../../api/mentions.ts';
import { toFormPath } from '../../form/comments.ts';
import { useFormState } from '../../form/FormContext.tsx';
import type { DocumentForm } from '../../form/formStore.ts';
import { splitPath } from '../../form/paths.ts';
import { revealField } from '../../form/revealField.ts';
import { useCommentTexts } from '../../messages/useCommentTexts.ts';
import { pathLabels } from '../../schema/pathLabels.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { useAction } from '../../ui/useAction.ts';
import { CommentInput } from './CommentInput.tsx';
import { CommentThread } from './CommentThread.tsx';
import type { Comments } from './useComments.ts';
import frame from '../sidePanel.module.css';
import { focusMenu } from '../header/useHeaderWidth.ts';
import classes from './comments.module.css';

interface Props {
  readonly form: DocumentForm;
  readonly comments: Comments;
}

/** @returns a function that names the field of a path of comments */
const useFieldName = (form: DocumentForm): ((path: string | null) => string) => {
  const t = useCommentTexts();
  return (path) => {
    if (path === null) return t('document');
    const place = toFormPath(form.getValues(), path);
    // Without its entry, a path names the list.
    const steps = splitPath(place ?? path);
    const end = place === undefined ? steps.findIndex((step) => /^\d+$/.test(step)) : steps.length;
    const labels = pathLabels(steps.slice(0, end), form.type.attributes, form.schema, (index) =>
      t('entry', { number: index + 1 }),
    );
    return [...labels, ...(place === undefined ? [t('removed')] : [])].join(' › ');
  };
};

const Threads = ({ form, comments, all }: Props & { readonly all: readonly Comment[] }) => {
  const t = useCommentTexts();
  const { path, address, linked } = comments;
  const firsts = all.filter((one) => one.parent === null && (path === undefined || one.path === path));
  const isLinkedResolved = firsts.some(({ id, resolved }) => id === linked && resolved !== null);
  const [showsResolved, setShowsResolved] = useState(isLinkedResolved);
  // An entry of a list has another place when others move.
  useFormState(form, (state) => state.getValues());
  const fieldName = useFieldName(form);
  useEffect(() => {
    const element = linked === undefined ? null : document.getElementById(`comment-${linked}`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [linked]);
  const [open, resolved] = [
    firsts.filter((one) => one.resolved === null),
    firsts.filter((one) => one.resolved !== null),
  ];
  const list = (threads: readonly Comment[]) => (
    <ul className={classes.threads}>
      {threads.toReversed().map((first) => {
        const place = first.path === null ? undefined : toFormPath(form.getValues(), first.path);
        return (
          <CommentThread
            key={first.id}
            {...{ address, first, field: fieldName(first.path) }}
            replies={all.filter(({ parent }) => parent === first.id)}
            onReveal={
              place === undefined
                ? undefined
                : () => {
                    // On a phone the panel covers the form.
                    if (window.matchMedia('(max-width: 62em)').matches) comments.close();
                    revealField(form, place);
                  }
            }
          />
        );
      })}
    </ul>
  );
  if (firsts.length === 0)
    return path === undefined ? (
      <EmptyState Icon={CommentDiscussionIcon} title={t('none')} text={t('noneText')} />
    ) : (
      <Text size="sm" c="dimmed">
        {t('noneOnField')}
      </Text>
    );
  return (
    <>
      {open.length === 0 ? null : list(open)}
      {resolved.length === 0 ? null : (
        <>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={showsResolved}
            onClick={() => {
              setShowsResolved(!showsResolved);
            }}
          >
            {showsResolved ? <ChevronDownIcon /> : <ChevronRightIcon />} {t('resolved', { count: resolved.length })}
          </UnstyledButton>
          {showsResolved ? list(resolved) : null}
        </>
      )}
    </>
  );
};

const CommentsPanel = ({ form, comments }: Props) => {
  const t = useCommentTexts();
  const common = useTranslations('common');
  const { address, path } = comments;
  const { data, error, refetch } = useQuery(commentsQuery(address));
  const write = useAction({
    run: (comment: Parameters<typeof writeComment>[1]) => writeComment(address, comment),
    changes: commentsKey,
  });
  const fieldName = useFieldName(form);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
      focusMenu();
    };
  }, []);
  useEffect(() => {
    const input = path === undefined ? undefined : panel.current?.querySelector('textarea');
    (input ?? panel.current)?.focus();
  }, [path]);
  const field = path === undefined ? undefined : fieldName(path);
  return (
    <aside
      ref={panel}
      className={`${frame.panel} ${classes.panel}`}
      aria-label={t('title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) comments.close();
      }}
    >
      <Group justify="space-between" className={frame.header}>
        <Title order={2} size="h4">
          {t('title')}
        </Title>
        <CloseButton aria-label={common('close')} onClick={comments.close} />
      </Group>
      <div className={frame.content}>
        {field === undefined ? null : (
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600} dir="auto">
              {t('onField', { field })}
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                comments.open(undefined);
              }}
            >
              {t('all')}
            </Button>
          </Group>
        )}
        <div>
          <CommentInput
            key={path ?? ''}
            address={address}
            label={field === undefined ? t('text') : t('comment', { field })}
            placeholder={field === undefined ? t('placeholder') : t('fieldPlaceholder', { field })}
            action={t('send')}
            onSend={(comment) => write.mutateAsync({ ...comment, ...(path === undefined ? {} : { path }) })}
          />
        </div>
        {data !== undefined ? (
          <Threads form={form} comments={comments} all={data} />
        ) : error === null ? (
          <Skeleton height={160} />
        ) : (
          <ErrorMessage error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </aside>
  );
};

export default CommentsPanel;

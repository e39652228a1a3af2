// The comments on a document beside its form: all threads, or those on one field.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDownIcon, ChevronRightIcon, CommentDiscussionIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { commentsQuery, type Comment } from '../../api/comments.ts';
import { toFormPath } from '../../form/comments.ts';
import { useFormState } from '../../form/FormContext.tsx';
import type { DocumentForm } from '../../form/formStore.ts';
import { splitPath } from '../../form/paths.ts';
import { revealField } from '../../form/revealField.ts';
import { useCommentTexts } from '../../messages/useCommentTexts.ts';
import { pathLabels } from '../../schema/pathLabels.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { CommentInput } from './CommentInput.tsx';
import { CommentThread } from './CommentThread.tsx';
import { useCommentChanges } from './useCommentChanges.ts';
import type { Comments } from './useComments.ts';
import { SidePanel } from '../SidePanel.tsx';
import { useDocument } from '../useDocument.ts';

interface Props {
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

const Threads = ({ comments: { path, linked }, all }: Props & { readonly all: readonly Comment[] }) => {
  const t = useCommentTexts();
  const { form, closePanel } = useDocument();
  const firsts = all.filter((one) => one.parent === null && (path === undefined || one.path === path));
  const isLinkedResolved = firsts.some(({ id, resolved }) => id === linked && resolved !== null);
  const [showsResolved, { toggle }] = useDisclosure(isLinkedResolved);
  // An entry of a list has another place when others move.
  useFormState(form, (state) => state.getValues());
  const fieldName = useFieldName(form);
  useEffect(() => {
    const element = linked === undefined ? null : document.getElementById(`comment-${linked}`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [linked]);
  const open = firsts.filter((one) => one.resolved === null);
  const resolved = firsts.filter((one) => one.resolved !== null);
  const list = (threads: readonly Comment[]) => (
    <Stack component="ul" gap="sm" m={0} p={0}>
      {threads.toReversed().map((first) => {
        const place = first.path === null ? undefined : toFormPath(form.getValues(), first.path);
        return (
          <CommentThread
            key={first.id}
            {...{ first, field: fieldName(first.path) }}
            replies={all.filter(({ parent }) => parent === first.id)}
            onReveal={
              place === undefined
                ? undefined
                : () => {
                    // On a phone the panel covers the form.
                    if (window.matchMedia('(max-width: 62em)').matches) closePanel();
                    revealField(form, place);
                  }
            }
          />
        );
      })}
    </Stack>
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
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={showsResolved ? <ChevronDownIcon /> : <ChevronRightIcon />}
            style={{ alignSelf: 'flex-start' }}
            aria-expanded={showsResolved}
            onClick={toggle}
          >
            {t('resolved', { count: resolved.length })}
          </Button>
          {showsResolved ? list(resolved) : null}
        </>
      )}
    </>
  );
};

const CommentsPanel = ({ comments }: Props) => {
  const t = useCommentTexts();
  const { form, closePanel } = useDocument();
  const { path } = comments;
  const { data, error, refetch } = useQuery(commentsQuery(form));
  const { write } = useCommentChanges();
  const fieldName = useFieldName(form);
  const field = path === undefined ? undefined : fieldName(path);
  return (
    <SidePanel title={t('title')} width="clamp(20rem, 28%, 28rem)" topic={path} onClose={closePanel}>
      <Stack p="md">
        {field === undefined ? null : (
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600} dir="auto">
              {t('onField', { field })}
            </Text>
            <Button variant="subtle" size="compact-sm" onClick={comments.openAll}>
              {t('all')}
            </Button>
          </Group>
        )}
        <CommentInput
          key={path ?? ''}
          label={field === undefined ? t('text') : t('comment', { field })}
          placeholder={field === undefined ? t('placeholder') : t('fieldPlaceholder', { field })}
          action={t('send')}
          onSend={(comment) => write.mutateAsync({ ...comment, ...(path === undefined ? {} : { path }) })}
        />
        {data !== undefined ? (
          <Threads comments={comments} all={data} />
        ) : error === null ? (
          <Skeleton height={160} />
        ) : (
          <ErrorMessage error={error} onRetry={() => void refetch()} />
        )}
      </Stack>
    </SidePanel>
  );
};

export default CommentsPanel;

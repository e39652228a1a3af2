// The title of a document with its picture, which opens it, and whether something is planned for it.
import { Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { AlertIcon, ClockIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { ListedDocument } from '../api/documents.ts';
import { isPrevented } from '../api/releases.ts';
import { pictureUrl } from '../api/mediaQueries.ts';
import type { LinkedFile } from '../form/types.ts';
import { usePlanText } from '../releases/useMomentText.ts';
import { titleOf } from './titleOf.ts';
import { useList } from './useList.ts';
import classes from './lists.module.css';

/** Every row has the room, so that all titles begin at the same place. */
const TitlePicture = ({ value }: { readonly value: unknown }) => {
  // A media attribute holds a file, a list of files, or null.
  const files = (Array.isArray(value) ? value : [value ?? []].flat()) as readonly LinkedFile[];
  const image = files.find(({ mime }) => mime.startsWith('image/'));
  return image === undefined ? (
    <span className={classes.thumbnail} />
  ) : (
    <img className={classes.thumbnail} src={pictureUrl(image, 1)} alt="" loading="lazy" />
  );
};

/** Whether the document is planned to go live or offline. */
const PlannedIcon = ({ documentId }: { readonly documentId: string }) => {
  const planText = usePlanText();
  const plans = useList().plans[documentId] ?? [];
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

export const DocumentLink = ({ document }: { readonly document: ListedDocument }) => {
  const t = useTranslations('lists');
  const { type, state, choice } = useList();
  const { columns, picture } = choice;
  const { locale } = state;
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Link
        className={classes.title}
        to="/content/$type/$documentId"
        params={{ type: type.name, documentId: document.documentId }}
        search={locale === undefined ? {} : { locale }}
        dir="auto"
      >
        {picture === undefined ? null : <TitlePicture value={document.values[picture.name]} />}
        <Text component="span" truncate inherit>
          {titleOf(document, columns[0]) ?? t('untitled')}
        </Text>
      </Link>
      <PlannedIcon documentId={document.documentId} />
    </Group>
  );
};

// The versions of a document, the latest first: who made each of them and when.
import { Badge, Button, Text, UnstyledButton } from '@mantine/core';
import { BookmarkIcon } from '@primer/octicons-react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import type { Version } from '../../api/versions.ts';
import { useVersionText } from './useVersionText.ts';
import lists from '../../ui/borderedList.module.css';
import classes from './history.module.css';

/** What marks a version: it was published, or the document is this version now. */
export const VersionBadges = ({ version: { action, current } }: { readonly version: Version }) => {
  const t = useTranslations('document.history');
  return (
    <>
      {action === 'publish' ? (
        <Badge variant="light" color="green">
          {t('published')}
        </Badge>
      ) : null}
      {current ? <Badge variant="default">{t('current')}</Badge> : null}
    </>
  );
};

interface RowProps {
  readonly version: Version;
  readonly hasFocus: boolean;
  readonly onOpen: () => void;
}

const VersionRow = ({ version, hasFocus, onOpen }: RowProps) => {
  const format = useFormatter();
  const now = useNow();
  const text = useVersionText();
  const { name, at } = version;
  return (
    <li>
      <UnstyledButton autoFocus={hasFocus} className={classes.row} onClick={onOpen}>
        <span className={classes.rowText}>
          {name === null ? null : (
            <Text component="span" fw={600} size="sm" dir="auto">
              <BookmarkIcon /> {name}
            </Text>
          )}
          <Text component="span" size="sm" {...(name === null ? { fw: 500 } : {})}>
            {text.deed(version)}
          </Text>
          <Text component="span" size="xs" c="dimmed">
            {text.time(version)} · {format.relativeTime(new Date(at), { now, style: 'short' })}
          </Text>
        </span>
        <VersionBadges version={version} />
      </UnstyledButton>
    </li>
  );
};

interface Props {
  readonly versions: readonly Version[];
  /** The number of the version that the user comes back from. */
  readonly lastOpened: number | undefined;
  readonly onOpen: (version: Version) => void;
  /** Loads older ones; undefined if there are none. */
  readonly onMore: (() => void) | undefined;
  readonly isLoading: boolean;
}

export const VersionList = ({ versions, lastOpened, onOpen, onMore, isLoading }: Props) => {
  const t = useTranslations('document.history');
  return (
    <>
      <ul className={lists.list} aria-label={t('list')}>
        {versions.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            hasFocus={version.number === lastOpened}
            onOpen={() => {
              onOpen(version);
            }}
          />
        ))}
      </ul>
      {onMore === undefined ? null : (
        <Button variant="default" loading={isLoading} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </>
  );
};

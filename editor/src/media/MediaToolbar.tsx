// The tools of the media library: search, kind, order, and grid or list.
import { Button, Group, SegmentedControl, Select, VisuallyHidden } from '@mantine/core';
import { AppsIcon, ListUnorderedIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useMaySearchFiles } from '../api/editor.ts';
import { useUndescribedCount } from '../api/media.ts';
import { SearchInput } from '../ui/SearchInput.tsx';
import classes from './media.module.css';
import { kinds, sorts, type MediaState } from './mediaState.ts';
import { views, type ChangeMedia, type MediaView } from './useMediaState.ts';

interface Props {
  readonly state: MediaState;
  readonly change: ChangeMedia;
  readonly view: MediaView;
  readonly setView: (view: MediaView) => void;
}

/** The value of the option for the order of a search. */
const bestFirst = '';

const icons = { grid: AppsIcon, list: ListUnorderedIcon };

export const MediaToolbar = ({ state, change, view, setView }: Props) => {
  const t = useTranslations('media');
  const undescribed = useUndescribedCount();
  const isRanked = useMaySearchFiles() && state.q !== '';
  return (
    <Group gap="xs" role="search">
      <SearchInput className={classes.search} q={state.q} onSearch={(q) => change({ q }, { replace: true })} />
      <Select
        className={classes.select ?? ''}
        aria-label={t('kind')}
        placeholder={t('anyKind')}
        data={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        value={state.kind ?? null}
        onChange={(value) => change({ kind: kinds.find((kind) => kind === value) })}
        clearable
      />
      <Select
        className={classes.select ?? ''}
        aria-label={t('sortBy')}
        data={[
          ...(isRanked ? [{ value: bestFirst, label: t('bestFirst') }] : []),
          ...sorts.map((sort) => ({ value: sort, label: t(`sorts.${sort}`) })),
        ]}
        value={state.sort ?? (isRanked ? bestFirst : sorts[0])}
        onChange={(value) => change({ sort: sorts.find((one) => one === value) })}
        allowDeselect={false}
      />
      {undescribed === 0 || state.kind === 'undescribed' ? null : (
        <Button variant="subtle" size="compact-sm" onClick={() => change({ kind: 'undescribed', q: '' })}>
          {t('undescribedCount', { count: undescribed })}
        </Button>
      )}
      <SegmentedControl
        aria-label={t('view')}
        data={views.map((one) => {
          const Icon = icons[one];
          return {
            value: one,
            label: (
              <Group component="span" h="1.25rem" gap={0} title={t(`views.${one}`)}>
                <Icon />
                <VisuallyHidden>{t(`views.${one}`)}</VisuallyHidden>
              </Group>
            ),
          };
        })}
        value={view}
        onChange={setView}
      />
    </Group>
  );
};

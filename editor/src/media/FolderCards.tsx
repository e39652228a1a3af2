// The folders in the open one, or those whose names contain the searched text.
import { useTranslations } from 'use-intl';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { FolderCard } from './FolderCard.tsx';
import type { FolderDrops } from './folderDrops.ts';
import { foldersIn, searchFolders } from './folders.ts';
import classes from './media.module.css';
import type { MediaState } from './mediaState.ts';

interface Props {
  readonly folders: readonly MediaFolder[];
  readonly state: MediaState;
  readonly mayChange: boolean;
  readonly drops: FolderDrops;
  readonly onOpen: (folder: string) => void;
}

export const FolderCards = ({ folders, state: { q, folder }, mayChange, drops, onOpen }: Props) => {
  const t = useTranslations('media');
  const listed = q === '' ? foldersIn(folders, folder) : searchFolders(folders, q);
  if (listed.length === 0) return null;
  return (
    <div role="list" aria-label={t('folders')} className={classes.folders}>
      {listed.map((one) => (
        <FolderCard key={one.documentId} folder={one} {...{ folders, mayChange, drops, onOpen }} />
      ))}
    </div>
  );
};

// The path to the open folder. Each step opens its folder, and can take what is dropped on it.
import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { useDrop } from '../ui/useDrop.ts';
import { folderDrop, type FolderDrops } from './dragData.ts';
import { folderPath } from './folders.ts';
import classes from './tiles.module.css';

interface Props {
  readonly folders: readonly MediaFolder[];
  /** The documentId of the open folder; null at the top. */
  readonly folder: string | null;
  readonly onChange: (folder: string | null) => void;
  readonly drops?: FolderDrops;
}

interface StepProps extends Pick<Props, 'onChange' | 'drops'> {
  readonly documentId: string | null;
  readonly name: string;
  readonly isCurrent: boolean;
}

const Step = ({ documentId, name, isCurrent, onChange, drops }: StepProps) => {
  const { isOver, props } = useDrop(folderDrop(drops, documentId));
  return isCurrent ? (
    <Text size="sm" fw={600} aria-current="location" dir="auto" className={classes.step ?? ''}>
      {name}
    </Text>
  ) : (
    <Anchor
      component="button"
      type="button"
      size="sm"
      dir="auto"
      className={classes.step ?? ''}
      data-over={isOver}
      onClick={() => onChange(documentId)}
      {...props}
    >
      {name}
    </Anchor>
  );
};

export const FolderPath = ({ folders, folder, onChange, drops }: Props) => {
  const t = useTranslations('fields.picker');
  const path = [{ documentId: null, name: t('top') }, ...folderPath(folders, folder)];
  return (
    <Breadcrumbs separatorMargin="xs" className={classes.path ?? ''}>
      {path.map(({ documentId, name }) => (
        <Step
          key={documentId}
          {...{ documentId, name, onChange }}
          {...(drops === undefined ? {} : { drops })}
          isCurrent={documentId === folder}
        />
      ))}
    </Breadcrumbs>
  );
};

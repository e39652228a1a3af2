// The title of a document with its picture, which opens it.
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { ListedDocument } from '../api/documents.ts';
import { pictureUrl } from '../api/mediaQueries.ts';
import type { LinkedFile } from '../form/types.ts';
import type { Column } from '../schema/columns.ts';
import type { ContentType } from '../schema/types.ts';
import { titleOf } from './titleOf.ts';
import classes from './lists.module.css';

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly document: ListedDocument;
  readonly title: Column | undefined;
  readonly picture: Column | undefined;
}

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

export const DocumentLink = ({ type, locale, document, title, picture }: Props) => {
  const t = useTranslations('lists');
  return (
    <Link
      className={classes.title}
      data-picture={picture !== undefined || undefined}
      to="/content/$type/$documentId"
      params={{ type: type.name, documentId: document.documentId }}
      search={locale === undefined ? {} : { locale }}
      dir="auto"
    >
      {picture === undefined ? null : <TitlePicture value={document.values[picture.name]} />}
      <span className={classes.titleText}>{titleOf(document, title) ?? t('untitled')}</span>
    </Link>
  );
};

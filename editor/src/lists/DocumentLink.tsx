// The title of a document, which opens it.
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { ListedDocument } from '../api/documents.ts';
import type { Column } from '../schema/columns.ts';
import type { ContentType } from '../schema/types.ts';
import { titleOf } from './titleOf.ts';
import classes from './lists.module.css';

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly document: ListedDocument;
  readonly title: Column | undefined;
}

export const DocumentLink = ({ type, locale, document, title }: Props) => {
  const t = useTranslations('lists');
  return (
    <Link
      className={classes.title}
      to="/content/$type/$documentId"
      params={{ type: type.name, documentId: document.documentId }}
      search={locale === undefined ? {} : { locale }}
      dir="auto"
    >
      {titleOf(document, title) ?? t('untitled')}
    </Link>
  );
};

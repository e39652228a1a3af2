// A link in rich text. One with an address that the API refuses is shown as wrong, and leads nowhere.
import type { RenderElementProps } from 'slate-react';
import { useTranslations } from 'use-intl';
import classes from './BlocksField.module.css';
import { isSafeUrl } from './model/links.ts';

export const LinkNode = ({ attributes, children, element }: RenderElementProps) => {
  const t = useTranslations('fields.blocks');
  const { url } = element;
  if (!isSafeUrl(url))
    return (
      <span {...attributes} className={classes.unsafe} title={t('unsafeLink')}>
        {children}
      </span>
    );
  return (
    <a {...attributes} href={url} rel="noopener" className={classes.link} title={url}>
      {children}
    </a>
  );
};

// A stored node that the editor does not know: it stays as it is.
import type { RenderElementProps } from 'slate-react';
import { useTranslations } from 'use-intl';
import classes from './BlocksField.module.css';

const typeOf = (stored: unknown): string =>
  typeof stored === 'object' && stored !== null && 'type' in stored ? String(stored.type) : '?';

export const UnknownNode = ({ attributes, children, element }: RenderElementProps) => {
  const t = useTranslations('fields.blocks');
  const Frame = element.type === 'unknown' ? 'div' : 'span';
  return (
    <Frame {...attributes}>
      <Frame contentEditable={false} className={classes.unknown}>
        {t('unknown', { type: typeOf(element.stored) })}
      </Frame>
      {children}
    </Frame>
  );
};

// How each node of rich text looks while it is edited.
import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Transforms } from 'slate';
import { ReactEditor, useReadOnly, useSelected, useSlateStatic, type RenderElementProps } from 'slate-react';
import { useTranslations } from 'use-intl';
import { autoDirection } from '../../ui/autoDirection.ts';
import { isSafeUrl } from '../links/safeUrl.ts';
import { nameOfPicture } from '../paste/pictures.ts';
import { RemoveButton } from '../RemoveButton.tsx';
import classes from './BlocksField.module.css';

const LinkNode = ({ attributes, children, element }: RenderElementProps) => {
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

const typeOf = (stored: unknown): string =>
  typeof stored === 'object' && stored !== null && 'type' in stored ? String(stored.type) : '?';

/** What cannot be edited: the place of a picture, whose progress is in the list below the text, or what the editor does not know. */
const FixedNode = ({ attributes, children, element: { type, picture, stored } }: RenderElementProps) => {
  const t = useTranslations('fields');
  const Frame = type === 'unknown-inline' ? 'span' : 'div';
  const isPending = type === 'pending';
  return (
    <Frame {...attributes} className={isPending ? classes.paragraph : undefined}>
      <Frame contentEditable={false} className={classes.unknown}>
        {isPending
          ? t('paste.pending', { name: picture === undefined ? '' : nameOfPicture(picture) })
          : t('blocks.unknown', { type: typeOf(stored) })}
      </Frame>
      {children}
    </Frame>
  );
};

/** A picture, with its alternative text. */
const ImageBlock = ({ attributes, children, element }: RenderElementProps) => {
  const t = useTranslations('fields.media');
  const editor = useSlateStatic();
  const isSelected = useSelected();
  const readOnly = useReadOnly();
  const { image } = element;
  if (image === undefined) return <div {...attributes}>{children}</div>;
  const alternative = image.alternativeText ?? '';
  return (
    <div {...attributes}>
      <figure contentEditable={false} className={classes.figure} data-selected={isSelected}>
        <img className={classes.picture} src={image.url} alt={alternative} />
        {readOnly ? null : (
          <Group component="figcaption" gap={4} mt={6} wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              {...autoDirection}
              aria-label={t('alternativeOf', { name: image.name })}
              placeholder={t('alternative')}
              value={alternative}
              onChange={({ currentTarget: { value } }) => {
                const at = ReactEditor.findPath(editor, element);
                Transforms.setNodes(
                  editor,
                  { image: { ...image, alternativeText: value === '' ? null : value } },
                  { at },
                );
              }}
            />
            <RemoveButton
              name={image.name}
              onRemove={() => Transforms.removeNodes(editor, { at: ReactEditor.findPath(editor, element) })}
            />
          </Group>
        )}
      </figure>
      {children}
    </div>
  );
};

/** HTML has lists in items of lists only, and rich text beside them. */
const ListFrame = ({ attributes, children, element }: RenderElementProps) => {
  const isNested = ReactEditor.findPath(useSlateStatic(), element).length > 1;
  const Frame = isNested ? 'li' : 'div';
  return (
    <Frame {...attributes} className={isNested ? classes.nested : undefined}>
      {children}
    </Frame>
  );
};

export const BlockNode = (props: RenderElementProps) => {
  const { attributes, element } = props;
  const children = props.children as ReactNode;
  switch (element.type) {
    // The level is that of the content, not of the page: as headings they would be in the page's outline.
    case 'heading':
    case 'paragraph':
    case 'quote': {
      const Block = ({ heading: 'div', paragraph: 'p', quote: 'blockquote' } as const)[element.type];
      return (
        <Block {...attributes} dir="auto" className={classes[element.type]} data-level={element.level}>
          {children}
        </Block>
      );
    }
    case 'code':
      return (
        <pre {...attributes} className={classes.code} dir="ltr">
          <code>{children}</code>
        </pre>
      );
    case 'list': {
      const List = element.format === 'ordered' ? 'ol' : 'ul';
      // Its items have no direction of their own, so its text decides, and the signs of all items are on the same side.
      return (
        <ListFrame {...props}>
          <List dir="auto" className={classes.list}>
            {children}
          </List>
        </ListFrame>
      );
    }
    case 'list-item':
      return (
        // Slate gives it a direction.
        <li {...attributes} dir={undefined}>
          {children}
        </li>
      );
    case 'link':
      return <LinkNode {...props} />;
    case 'image':
      return <ImageBlock {...props} />;
    case 'unknown':
    case 'unknown-inline':
    case 'pending':
      return <FixedNode {...props} />;
  }
};

// A picture in rich text, with its alternative text.
import { ActionIcon, TextInput } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { Transforms } from 'slate';
import { ReactEditor, useReadOnly, useSelected, useSlateStatic, type RenderElementProps } from 'slate-react';
import { useTranslations } from 'use-intl';
import { autoDirection } from '../../ui/autoDirection.ts';
import classes from './BlocksField.module.css';

export const ImageBlock = ({ attributes, children, element }: RenderElementProps) => {
  const t = useTranslations('fields.blocks');
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
          <figcaption className={classes.caption}>
            <TextInput
              size="xs"
              flex={1}
              {...autoDirection}
              aria-label={t('alternativeOf', { name: image.name })}
              placeholder={t('alternative')}
              value={alternative}
              onChange={(event) => {
                const text = event.currentTarget.value;
                const at = ReactEditor.findPath(editor, element);
                Transforms.setNodes(
                  editor,
                  { image: { ...image, alternativeText: text === '' ? null : text } },
                  { at },
                );
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeImage', { name: image.name })}
              onClick={() => {
                Transforms.removeNodes(editor, { at: ReactEditor.findPath(editor, element) });
              }}
            >
              <XIcon />
            </ActionIcon>
          </figcaption>
        )}
      </figure>
      {children}
    </div>
  );
};

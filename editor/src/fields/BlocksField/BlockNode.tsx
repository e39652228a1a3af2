// How each node of rich text looks while it is edited.
import type { ReactNode } from 'react';
import type { RenderElementProps } from 'slate-react';
import classes from './BlocksField.module.css';
import { ImageBlock } from './ImageBlock.tsx';
import { LinkNode } from './LinkNode.tsx';
import { UnknownNode } from './UnknownNode.tsx';

export const BlockNode = (props: RenderElementProps) => {
  const { attributes, element } = props;
  const children = props.children as ReactNode;
  switch (element.type) {
    case 'heading': {
      // The level of the content, not of the page: as headings they would be in the page's outline.
      return (
        <div {...attributes} dir="auto" className={classes.heading} data-level={element.level}>
          {children}
        </div>
      );
    }
    case 'quote':
      return (
        <blockquote {...attributes} dir="auto" className={classes.quote}>
          {children}
        </blockquote>
      );
    case 'code':
      return (
        <pre {...attributes} className={classes.code} dir="ltr">
          <code>{children}</code>
        </pre>
      );
    case 'list': {
      const List = element.format === 'ordered' ? 'ol' : 'ul';
      return (
        <List {...attributes} className={classes.list}>
          {children}
        </List>
      );
    }
    case 'list-item':
      return (
        <li {...attributes} dir="auto">
          {children}
        </li>
      );
    case 'link':
      return <LinkNode {...props} />;
    case 'image':
      return <ImageBlock {...props} />;
    case 'unknown':
    case 'unknown-inline':
      return <UnknownNode {...props} />;
    case 'paragraph':
      return (
        <p {...attributes} dir="auto" className={classes.paragraph}>
          {children}
        </p>
      );
  }
};

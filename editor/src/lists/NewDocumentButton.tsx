// The button that begins a new document of a type.
import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { newDocument } from '../api/newDocument.ts';
import type { ContentType } from '../schema/types.ts';

type AnchorProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { readonly ref?: Ref<HTMLAnchorElement> };

const ButtonLink = createLink((props: AnchorProps) => <Button component="a" {...props} />);

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

export const NewDocumentButton = ({ type, locale, icon, children }: Props) => (
  <ButtonLink
    to="/content/$type/$documentId"
    params={{ type: type.name, documentId: newDocument }}
    search={locale === undefined ? {} : { locale }}
    leftSection={icon}
  >
    {children}
  </ButtonLink>
);

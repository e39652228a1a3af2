// The button that begins a new document of a type.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { newDocumentId } from '../api/newDocumentId.ts';
import type { ContentType } from '../schema/types.ts';

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

export const NewDocumentButton = ({ type, locale, icon, children }: Props) => (
  <Button
    component={Link}
    to={`/content/${type.name}/${newDocumentId}`}
    search={(locale === undefined ? {} : { locale }) as never}
    leftSection={icon}
  >
    {children}
  </Button>
);

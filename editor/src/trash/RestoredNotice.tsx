// Says what came back: a link to it, and the links that could not be put back.
import { Anchor, List, Stack, Text } from '@mantine/core';
import { Link, RouterContextProvider, type useRouter } from '@tanstack/react-router';
import { useTrashTexts } from '../messages/useTrashTexts.ts';
import { type LostLink } from '../api/trash.ts';
import { fileUid } from '../api/useTrash.ts';
import { pathLabels } from '../schema/pathLabels.ts';
import { documentPath } from '../schema/paths.ts';
import type { EditorSchema } from '../schema/types.ts';

/** A document, or one of its attributes, in the editor. */
interface Target {
  readonly uid: string;
  readonly documentId: string;
  readonly locale: string | undefined;
  /** The path of an attribute. */
  readonly hash?: string;
}

interface TargetLinkProps {
  readonly schema: EditorSchema;
  readonly target: Target;
  readonly label: string;
}

const TargetLink = ({ schema, target: { uid, documentId, locale, hash }, label }: TargetLinkProps) => {
  const type = schema.types.get(uid);
  const place =
    uid === fileUid
      ? { to: '/media', search: { file: documentId } }
      : type === undefined
        ? undefined
        : { to: documentPath(type, documentId), search: locale === undefined ? {} : { locale } };
  if (place === undefined) return label;
  return (
    <Anchor
      component={Link}
      to={place.to}
      search={place.search as never}
      {...(hash === undefined ? {} : { hash })}
      size="sm"
      underline="always"
    >
      {label}
    </Anchor>
  );
};

const maxLost = 5;

/** Each attribute once: also if the draft and the published version lost the link. */
const withoutVersions = (links: readonly LostLink[]): readonly LostLink[] => [
  ...new Map(
    links.map((link) => [JSON.stringify([link.type, link.documentId, link.locale, link.path]), link]),
  ).values(),
];

interface Props {
  /** Notices are outside of the router. */
  readonly router: ReturnType<typeof useRouter>;
  readonly schema: EditorSchema;
  readonly text: string;
  /** Undefined if several documents came back. */
  readonly target: Target | undefined;
  readonly lostLinks: readonly LostLink[];
}

export const RestoredNotice = ({ router, schema, text, target, lostLinks }: Props) => {
  const t = useTrashTexts();
  const lost = withoutVersions(lostLinks);
  const labelOf = ({ type: uid, path }: LostLink): string => {
    const type = schema.types.get(uid);
    const labels = pathLabels(path.split('.'), type?.attributes ?? {}, schema, (index) => String(index + 1));
    return t('lostLink', { type: type?.displayName ?? uid, path: labels.join(' › ') });
  };
  return (
    <RouterContextProvider router={router}>
      <Stack gap={4} align="flex-start">
        <Text size="sm">
          {text} {target === undefined ? null : <TargetLink schema={schema} target={target} label={t('open')} />}
        </Text>
        {lost.length === 0 ? null : (
          <>
            <Text size="sm">{t('lostLinks', { count: lost.length })}</Text>
            <List size="sm">
              {lost.slice(0, maxLost).map((link) => (
                <List.Item key={`${link.documentId} ${link.locale ?? ''} ${link.path}`}>
                  <TargetLink
                    schema={schema}
                    target={{
                      ...{ uid: link.type, documentId: link.documentId, locale: link.locale ?? undefined },
                      hash: link.path,
                    }}
                    label={labelOf(link)}
                  />
                </List.Item>
              ))}
            </List>
            {lost.length > maxLost ? <Text size="sm">{t('moreLost', { count: lost.length - maxLost })}</Text> : null}
          </>
        )}
      </Stack>
    </RouterContextProvider>
  );
};

// Names the people and the documents of rows of the audit log, which have their ids only.
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import {
  documentNamesQuery,
  nameKey,
  namedActors,
  type AuditRow,
  type NamedActor,
  type NameSource,
} from '../../api/audit.ts';
import { useMay } from '../../api/editor.ts';
import { useSchema } from '../../api/schema.ts';
import { dataQuery } from '../../api/call.ts';
import { fileUid } from '../../api/useTrash.ts';

export const userUid = 'plugin::users-permissions.user';

/** Something with a documentId. */
interface Named {
  readonly type: string;
  readonly documentId: string;
  readonly locale?: string | undefined;
}

const isNamedActor = (actor: string): actor is NamedActor => (namedActors as readonly string[]).includes(actor);

const tokenIdOf = (actor: string): string | undefined => /^token (\d+)$/.exec(actor)?.[1];

const isUser = (actor: string): boolean => !isNamedActor(actor) && tokenIdOf(actor) === undefined;

/** The user that an actor is, and the document that the row is about. */
const namedIn = ({
  actor,
  target: { type, documentId, locale },
}: Pick<AuditRow, 'actor' | 'target'>): readonly Named[] => [
  ...(isUser(actor) ? [{ type: userUid, documentId: actor }] : []),
  ...(documentId === undefined ? [] : [{ type, documentId, locale }]),
];

/** @returns a function that says where documents of a type have their names; undefined if it is not known, or not permitted */
const useNameSource = (): ((named: Named) => NameSource | undefined) => {
  const may = useMay();
  const { types } = useSchema();
  return ({ type: uid, locale }) => {
    if (uid === userUid)
      return may('find', uid) ? { uid, path: '/api/users', attribute: 'username', query: {} } : undefined;
    if (uid === fileUid)
      return may('find', 'plugin::upload.content-api')
        ? { uid, path: '/api/upload/files', attribute: 'name', query: {} }
        : undefined;
    const type = types.get(uid);
    if (type === undefined || type.kind === 'singleType' || !may('find', uid)) return undefined;
    const view = may('update', uid) ? 'edit' : '';
    const query = { view, ...(type.localized && locale !== undefined ? { locale } : {}) };
    return { uid, path: `/api/${type.name}`, attribute: type.mainAttribute, query };
  };
};

interface Group {
  readonly source: NameSource;
  readonly documentIds: Set<string>;
}

const groupBySource = (all: readonly Named[], sourceOf: (named: Named) => NameSource | undefined): readonly Group[] => {
  const groups = new Map<string, Group>();
  for (const named of all) {
    const source = sourceOf(named);
    if (source === undefined) continue;
    const key = JSON.stringify(source);
    const group = groups.get(key) ?? { source, documentIds: new Set<string>() };
    groups.set(key, group);
    group.documentIds.add(named.documentId);
  }
  return [...groups.values()];
};

const joinNames = (results: readonly UseQueryResult<ReadonlyMap<string, string>>[]): ReadonlyMap<string, string> =>
  new Map(results.flatMap(({ data }) => [...(data ?? [])]));

export interface AuditNames {
  readonly actor: (actor: string) => string;
  /** Undefined: it does not exist any more, or the user may not read it. */
  readonly document: (type: string, documentId: string) => string | undefined;
}

/** @param pages rows, or what has an actor and a target; the names of each page are read together */
export const useAuditNames = (pages: readonly (readonly Pick<AuditRow, 'actor' | 'target'>[])[]): AuditNames => {
  const t = useTranslations('admin.activity');
  const may = useMay();
  const sourceOf = useNameSource();
  const groups = pages.flatMap((rows) => groupBySource(rows.flatMap(namedIn), sourceOf));
  const names = useQueries({
    queries: groups.map(({ source, documentIds }) => documentNamesQuery(source, [...documentIds])),
    combine: joinNames,
  });
  const { data: tokens = [] } = useQuery({
    ...dataQuery('GET /admin/api-tokens'),
    enabled: may('manage', 'admin::api-tokens'),
  });
  const document: AuditNames['document'] = (type, documentId) => names.get(nameKey(type, documentId));
  return {
    document,
    actor: (actor) => {
      if (isNamedActor(actor)) return t(`actors.${actor}`);
      const tokenId = tokenIdOf(actor);
      if (tokenId === undefined) return document(userUid, actor) ?? t('unknownUser');
      return t('token', { name: tokens.find(({ id }) => String(id) === tokenId)?.name ?? tokenId });
    },
  };
};

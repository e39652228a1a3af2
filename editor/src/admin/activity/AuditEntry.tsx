// One row of the audit log in plain words: who did what, with a link to it.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { AuditRow } from '../../api/audit.ts';
import { useLocaleName } from '../../api/locales.ts';
import { useSchema } from '../../api/schema.ts';
import { fileUid } from '../../api/useTrash.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import { documentPath } from '../../schema/paths.ts';
import type { ContentType } from '../../schema/types.ts';
import { userUid, type AuditNames } from './useAuditNames.ts';
import classes from './activity.module.css';
import { Hint } from '../../ui/Hint.tsx';

const roleUid = 'plugin::users-permissions.role';

/** What a row is about, for people. */
interface Subject {
  /** Undefined: the action says it all. */
  readonly label: string | undefined;
  readonly to?: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** The screens of what is no document of a content type. */
const screenOf = ({ type, documentId = '', id = '' }: AuditRow['target']): Omit<Subject, 'label'> => {
  const screens: Readonly<Record<string, Omit<Subject, 'label'>>> = {
    [fileUid]: { to: '/media', search: { file: documentId } },
    [userUid]: { to: '/admin/users' },
    [roleUid]: { to: '/admin/roles' },
    token: { to: '/admin/tokens' },
    webhook: { to: `/admin/webhooks/${id}` },
    locale: { to: '/admin/locales' },
  };
  return screens[type] ?? {};
};

const subjectOf = ({ action, target }: AuditRow, type: ContentType | undefined, names: AuditNames): Subject => {
  const { type: uid, documentId, locale, id, name } = target;
  const found = documentId === undefined ? undefined : names.document(uid, documentId);
  if (type !== undefined && documentId !== undefined) {
    const label = type.kind === 'singleType' ? type.displayName : found;
    if (label === undefined || label === '') return { label: undefined };
    return { label, to: documentPath(type, documentId), search: locale === undefined ? {} : { locale } };
  }
  const isDeletion = action.endsWith('.delete') || action.endsWith('.erase');
  return { label: name ?? found ?? id, ...(isDeletion ? {} : screenOf(target)) };
};

const SubjectLink = ({ label, to, search = {} }: Subject & { readonly label: string }) =>
  to === undefined ? (
    <bdi className={classes.name}>{label}</bdi>
  ) : (
    <Anchor component={Link} to={to} search={search as never} inherit underline="always">
      <bdi>{label}</bdi>
    </Anchor>
  );

/** The kind, the locale, what changed, and the address. */
const useDetails = (): ((row: AuditRow, type: ContentType | undefined) => string) => {
  const t = useTranslations('admin.activity');
  const format = useFormatter();
  const localeName = useLocaleName();
  return ({ action, target, changed, address, count }, type) => {
    const own = `targets.${action.split('.')[0] ?? ''}` as 'targets.role';
    const kind = type?.kind === 'singleType' ? undefined : (type?.displayName ?? (t.has(own) ? t(own) : undefined));
    const labelOf = (name: string): string => {
      const [, change, permission = ''] = /^(grant|revoke|change) (.+)$/.exec(name) ?? [];
      if (change === undefined) return attributeLabel(type?.attributes ?? {}, name);
      return t(`permissions.${change as 'grant' | 'revoke' | 'change'}`, { permission });
    };
    return [
      ...(kind === undefined ? [] : [kind]),
      ...(target.locale === undefined ? [] : [localeName(target.locale)]),
      ...(changed.length === 0 ? [] : [format.list(changed.map(labelOf))]),
      ...(count === 1 ? [] : [t('times', { count })]),
      ...(address === null ? [] : [t('address', { address })]),
    ].join(' · ');
  };
};

export const AuditEntry = ({ row, names }: { readonly row: AuditRow; readonly names: AuditNames }) => {
  const t = useTranslations('admin.activity');
  const factorText = useFactorTexts();
  const format = useFormatter();
  const detailsOf = useDetails();
  const { action, actor, target, at } = row;
  const type = useSchema().types.get(target.type);
  const subject = subjectOf(row, type, names);
  const [kind = '', verb = ''] = action.split('.');
  // The types of the messages know no names that are put together. The tests check that each action has a text.
  const own = `actions.${kind}.${verb}` as 'actions.login.succeeded';
  const key = t.has(own) ? own : (`verbs.${verb}` as 'verbs.create');
  const factorKey = `actions.${verb}` as 'actions.add';
  const thing = `things.${kind}` as 'things.content';
  const date = new Date(at);
  const details = detailsOf(row, type);
  const parts = {
    actor: () => <bdi className={classes.name}>{names.actor(actor)}</bdi>,
    target: () => <SubjectLink {...subject} label={subject.label ?? t(t.has(thing) ? thing : 'things.other')} />,
  };
  return (
    <li className={classes.row}>
      <time
        className={classes.time}
        dateTime={at}
        title={format.dateTime(date, { dateStyle: 'full', timeStyle: 'long' })}
      >
        {format.dateTime(date, { timeStyle: 'short' })}
      </time>
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" component="p">
          {kind === 'factor' ? factorText.rich(factorKey, parts) : t.rich(key, parts)}
        </Text>
        {details === '' ? null : <Hint>{details}</Hint>}
      </div>
    </li>
  );
};

// The columns that a list can have, and those that it has until the user chooses others.
import { longTypes } from '../../../lib/schema/views/longTypes.ts';
import type { Attribute, AttributeType, ContentType } from './types.ts';

/** A column of a list: an attribute, or a value that every document has. */
export interface Column {
  /** The name of the attribute; `$status` for the status, which no attribute can be named. */
  readonly name: string;
  /** The attribute's type; `status` and `user` are values that Lectern adds. */
  readonly type: AttributeType | 'status' | 'user';
  /** Undefined for a value that Lectern adds. */
  readonly attribute: Attribute | undefined;
  /** The path to sort by; undefined if the API cannot sort by it. */
  readonly sortPath: string | undefined;
  /** Of a relation: the attribute that names its documents. */
  readonly titleAttribute?: string;
}

/** The API sorts by the status under this name, too. */
export const statusColumn = '$status';

/** The names of the stage and the assignee of a draft. */
export const stageColumn = 'strapi_stage';
export const assigneeColumn = 'strapi_assignee';

/** The same type for filters that know no stages: those of related documents, and the conditions of roles. */
export const withoutStages = (type: ContentType): ContentType => {
  const { stages, ...rest } = type;
  return stages === undefined ? type : rest;
};

const system = (name: string, type: Column['type'], sortPath?: string): Column => ({
  name,
  type,
  attribute: undefined,
  sortPath,
});

export const isPolymorphic = ({ relation }: Attribute): boolean => relation?.startsWith('morph') === true;

export const isToMany = ({ type, relation, multiple }: Attribute): boolean =>
  type === 'media' ? multiple === true : relation === 'oneToMany' || relation === 'manyToMany';

const sortPathOf = (name: string, attribute: Attribute, titleAttribute: string): string | undefined => {
  if (attribute.computed === true || attribute.type === 'media') return undefined;
  if (attribute.type !== 'relation') return name;
  return isToMany(attribute) ? undefined : `${name}.${titleAttribute}`;
};

/**
 * All columns that a list of the type can have: the title first, then the status, the attributes in their order, and the
 * values that every document has.
 *
 * @param types all described types, for the titles of related documents
 * @param editView whether the list reads drafts, which have a status and the users who changed them
 */
export const columnsOf = (
  type: ContentType,
  types: ReadonlyMap<string, ContentType>,
  editView: boolean,
): readonly Column[] => {
  const attributes = Object.entries(type.attributes)
    .filter(([, attribute]) => !longTypes.has(attribute.type) && !isPolymorphic(attribute))
    .map(([name, attribute]): Column => {
      const titleAttribute = types.get(attribute.target ?? '')?.mainAttribute ?? 'documentId';
      const sortPath = sortPathOf(name, attribute, titleAttribute);
      return { name, type: attribute.type, attribute, sortPath, titleAttribute };
    });
  const documentId = system('documentId', 'string', 'documentId');
  const main = attributes.find(({ name }) => name === type.mainAttribute) ?? documentId;
  const all = [
    main,
    ...(editView && type.draftAndPublish ? [system(statusColumn, 'status', statusColumn)] : []),
    ...(editView && type.stages !== undefined
      ? [system(stageColumn, 'string', stageColumn), system(assigneeColumn, 'user')]
      : []),
    ...attributes.filter((column) => column !== main),
    ...(main === documentId ? [] : [documentId]),
    system('id', 'integer', 'id'),
    system('createdAt', 'datetime', 'createdAt'),
    system('updatedAt', 'datetime', 'updatedAt'),
    ...(type.draftAndPublish ? [system('publishedAt', 'datetime', 'publishedAt')] : []),
    ...(editView ? [system('createdBy', 'user'), system('updatedBy', 'user')] : []),
  ];
  return editView ? all : all.filter(({ name }) => type.privateSystem?.includes(name) !== true);
};

/** @returns the names of the columns that a list has until the user chooses others: title, status, those of the view */
export const defaultColumns = (columns: readonly Column[], { list }: Pick<ContentType, 'list'>): readonly string[] => {
  const first = columns.filter((column) => column === columns[0] || column.type === 'status').map(({ name }) => name);
  const others = list.columns.filter((name) => !first.includes(name) && columns.some((column) => column.name === name));
  return [...first, ...others];
};

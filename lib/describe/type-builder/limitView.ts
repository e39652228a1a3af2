// Takes out of a view what names attributes that a caller may not see.
import type { TypeView, View } from '../../schema/index.ts';

type Groups = NonNullable<TypeView['groups']>;

const limitGroups = (groups: Groups, isVisible: (path: string) => boolean): Groups =>
  groups.flatMap((group) => {
    const attributes = group.attributes.filter(isVisible);
    // The label of a group could say what is in it.
    return attributes.length === 0 && group.attributes.length > 0 ? [] : [{ ...group, attributes }];
  });

/** @param isVisible whether the caller may see an attribute, or all that a path such as `topic.name` names */
export const limitView = (view: View, isVisible: (path: string) => boolean): View => {
  const { mainField, attributes, groups, list, ...rest }: TypeView = view;
  const { columns, sort, picture, ...others } = list ?? {};
  return {
    ...rest,
    ...(mainField === undefined || !isVisible(mainField) ? {} : { mainField }),
    ...(attributes === undefined
      ? {}
      : { attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => isVisible(name))) }),
    ...(groups === undefined ? {} : { groups: limitGroups(groups, isVisible) }),
    ...(list === undefined
      ? {}
      : {
          list: {
            ...others,
            ...(columns === undefined ? {} : { columns: columns.filter(isVisible) }),
            ...(sort === undefined || !isVisible(sort.split(':')[0] ?? '') ? {} : { sort }),
            ...(picture === undefined || !isVisible(picture) ? {} : { picture }),
          },
        }),
  };
};

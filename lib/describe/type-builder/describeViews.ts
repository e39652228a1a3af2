// Describes how the editor shows types and components: by their view files, and by what their schema files say.
import {
  isObject,
  type AttributeHolder,
  type AttributeView,
  type JsonObject,
  type Schema,
  type View,
} from '../../schema/index.ts';

/** By the uid of the type or component, without those that say nothing. */
export type DescribedViews = Readonly<Record<string, View>>;

const textOption = (key: 'icon' | 'description', json: unknown): object => {
  const value = isObject(json) ? json[key] : undefined;
  return typeof value === 'string' && value !== '' ? { [key]: value } : {};
};

/** As in Strapi, whose content manager reads this option. */
const visibleOption = ({ pluginOptions }: JsonObject): { readonly visible?: false } => {
  const options = isObject(pluginOptions) ? pluginOptions['content-manager'] : undefined;
  return isObject(options) && options.visible === false ? { visible: false } : {};
};

const describeView = ({ uid, attributes: known }: AttributeHolder, { source }: Schema): View => {
  const json = source?.files.get(uid)?.json ?? {};
  const view: View = source?.views.get(uid)?.view ?? {};
  const declared = isObject(json.attributes) ? json.attributes : {};
  const attributes = new Map<string, AttributeView>();
  for (const name of new Set([...known.keys(), ...Object.keys(view.attributes ?? {})])) {
    const attribute = declared[name];
    const said = isObject(attribute) ? { ...textOption('description', attribute), ...visibleOption(attribute) } : {};
    const merged = { ...said, ...view.attributes?.[name] };
    if (Object.keys(merged).length > 0) attributes.set(name, merged);
  }
  return {
    ...textOption('icon', json.info),
    ...textOption('description', json.info),
    ...visibleOption(json),
    ...view,
    ...(attributes.size === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
  };
};

/** The site's own types and all components; the built-in types have no forms. */
export const describeViews = (schema: Schema): DescribedViews => {
  const holders = [...schema.served.values(), ...schema.components.values()];
  const views = holders.map((holder) => [holder.uid, describeView(holder, schema)] as const);
  return Object.fromEntries(views.filter(([, view]) => Object.keys(view).length > 0));
};

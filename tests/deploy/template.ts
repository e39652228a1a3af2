// Reads a CloudFormation template and parts of it.
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';

export interface Resource {
  readonly Type: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- properties have many forms, and tests read all of them
  readonly Properties: any;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  /** Properties of resources that the Serverless Framework makes. */
  readonly extensions?: Readonly<Record<string, Omit<Resource, 'Type'>>>;
}

/** The path of the template that a packaged folder has. */
export const templatePath = (folder: string): string =>
  join(folder, '.serverless/cloudformation-template-update-stack.json');

export const readTemplate = async ({ folder }: { readonly folder: string }): Promise<Template> =>
  JSON.parse(await readFile(templatePath(folder), 'utf8')) as Template;

export const ofType = ({ Resources }: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

/**
 * @returns the properties of a resource
 * @throws Error if the resource does not exist
 */
export const propertiesOf = ({ Resources }: Template, id: string): Resource['Properties'] => {
  const resource = Resources[id];
  if (resource === undefined) throw new Error(`there is no ${id}`);
  return resource.Properties;
};

/** The logical id of a function in the template. */
export const logicalId = (name: string): string => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}LambdaFunction`;

/** The reference of `Fn::Sub` or `Fn::GetAtt` as one text. */
const namedBy = (reference: object): string => Object.values(reference).flat().join('.');

/** The permissions of a function: resources by action. */
export const rightsOf = (template: Template, name: string): Readonly<Record<string, readonly string[]>> => {
  const role: string = propertiesOf(template, logicalId(name)).Role['Fn::Sub'].slice(2, -'.Arn}'.length);
  const [{ PolicyDocument }] = propertiesOf(template, role).Policies;
  const rights: readonly { readonly Action: readonly string[]; readonly Resource: unknown }[] =
    PolicyDocument.Statement;
  return Object.fromEntries(
    rights.flatMap(({ Action, Resource }) => {
      const resources = [Resource].flat().map((one) => (typeof one === 'string' ? one : namedBy(one as object)));
      return Action.map((action) => [action, resources]);
    }),
  );
};

// A template of CloudFormation, as far as tests look into it.

export interface Resource {
  readonly Type: string;
  // Tests look into properties of any form.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly Properties: any;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

export const ofType = ({ Resources }: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

/** The name that a function has in the template. */
export const logicalId = (name: string): string => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}LambdaFunction`;

/** What a function may do, and with what; every function writes its log and reads its secrets. */
export const rightsOf = ({ Resources }: Template, name: string): Readonly<Record<string, readonly string[]>> => {
  const role = Resources[logicalId(name)]?.Properties.Role['Fn::Sub'].slice(2, -'.Arn}'.length);
  const [{ PolicyDocument }] = Resources[role]?.Properties.Policies;
  return Object.fromEntries(
    PolicyDocument.Statement.flatMap(({ Action, Resource }: { Action: readonly string[]; Resource: unknown }) =>
      Action.map((action) => [
        action,
        [Resource].flat().map((one) =>
          typeof one === 'string'
            ? one
            : Object.values(one as object)
                .flat()
                .join('.'),
        ),
      ]),
    ),
  ) as Readonly<Record<string, readonly string[]>>;
};

// The contents of schema files after the check of their form, and before the checks across files.
import type { AttributeTypeName, relationKinds } from './attributeTypes.ts';
import type { DefaultPopulate, Review } from './types.ts';

export type RelationKind = (typeof relationKinds)[number];

export interface LocalizedOption {
  readonly i18n?: { readonly localized?: boolean };
}

/** An attribute as the file declares it, with a valid form of every option. */
export interface AttributeDefinition {
  readonly type: AttributeTypeName;
  readonly required?: boolean;
  readonly private?: boolean;
  readonly writable?: boolean;
  readonly unique?: boolean;
  readonly pluginOptions?: LocalizedOption;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly regex?: string;
  readonly searchable?: boolean;
  readonly enum?: readonly string[];
  readonly targetField?: string;
  readonly multiple?: boolean;
  readonly allowedTypes?: string | readonly string[];
  readonly relation?: RelationKind;
  readonly target?: string;
  readonly inversedBy?: string;
  readonly mappedBy?: string;
  readonly morphBy?: string;
  readonly component?: string;
  readonly repeatable?: boolean;
  readonly components?: readonly string[];
}

/** By name; undefined: the file declares the attribute in an invalid form, which is reported already. */
export type AttributeDefinitions = ReadonlyMap<string, AttributeDefinition | undefined>;

interface DefinitionBase {
  readonly file: string;
  readonly uid: string;
  readonly displayName: string;
  readonly attributes: AttributeDefinitions;
  /** False: the attributes of the file are not known, because it cannot be read. */
  readonly readable: boolean;
  readonly privateAttributes: readonly string[];
}

export interface TypeDefinition extends DefinitionBase {
  readonly is: 'type';
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  /** Empty where the file has no valid one. */
  readonly pluralName: string;
  readonly collectionName: string;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** `options.indexes`: attributes by dotted name, with "-" before descending ones. */
  readonly indexes: readonly (readonly string[])[];
  /** `options.populateCreatorFields` */
  readonly creators?: true;
  /** `options.populate` */
  readonly defaultPopulate?: DefaultPopulate;
  /** `options.populateMode`: reads populate this whatever their query says. Undefined: `default`. */
  readonly populateMode?: 'always';
  /** `options.history`: false if no versions of its documents are kept. */
  readonly history?: false;
  /** `options.search`: weights by the names of attributes. */
  readonly search?: Readonly<Record<string, number>>;
  /** `options.review`: the stages of drafts. */
  readonly review?: Review;
  /** Lectern brings the type; the folder does not. */
  readonly builtIn: boolean;
}

export interface ComponentDefinition extends DefinitionBase {
  readonly is: 'component';
}

export type Definition = TypeDefinition | ComponentDefinition;

/** All types and components of a folder, and the built-in types. */
export interface Definitions {
  readonly types: ReadonlyMap<string, TypeDefinition>;
  readonly components: ReadonlyMap<string, ComponentDefinition>;
}

/** Every valid attribute, with its type or component and its name. */
export const attributesOf = function* (
  definitions: Definitions,
): Generator<readonly [Definition, string, AttributeDefinition]> {
  for (const definition of [...definitions.types.values(), ...definitions.components.values()])
    for (const [name, attribute] of definition.attributes)
      if (attribute !== undefined) yield [definition, name, attribute];
};

/** Whether the definition certainly lacks an attribute. */
export const lacksAttribute = ({ attributes, readable }: Definition, name: string): boolean =>
  readable && !attributes.has(name);

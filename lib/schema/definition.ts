// What schema files say, once their form is known to be right and before their sense is checked.
import type { AttributeTypeName, relationKinds } from './attributeTypes.ts';

export type RelationKind = (typeof relationKinds)[number];

export interface LocalizedOption {
  readonly i18n?: { readonly localized?: boolean };
}

/** An attribute as the file gives it; every option has passed the check of its form. */
export interface AttributeDefinition {
  readonly type: AttributeTypeName;
  readonly required?: boolean;
  readonly private?: boolean;
  readonly unique?: boolean;
  readonly pluginOptions?: LocalizedOption;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly regex?: string;
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

/** By name; undefined: declared, but its form is at fault, so nothing more is said about it. */
export type AttributeDefinitions = ReadonlyMap<string, AttributeDefinition | undefined>;

interface DefinitionCommon {
  readonly file: string;
  readonly uid: string;
  readonly displayName: string;
  readonly attributes: AttributeDefinitions;
  /** False: the file could not be read so far as to know its attributes. */
  readonly readable: boolean;
  readonly privateAttributes: readonly string[];
}

export interface TypeDefinition extends DefinitionCommon {
  readonly is: 'type';
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  /** Empty where the file's is at fault. */
  readonly pluralName: string;
  readonly collectionName: string;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** `options.indexes`: attributes by dotted name, "-" before those that descend. */
  readonly indexes: readonly (readonly string[])[];
  /** Comes with Lectern, not with the folder. */
  readonly builtIn: boolean;
}

export interface ComponentDefinition extends DefinitionCommon {
  readonly is: 'component';
}

export type Definition = TypeDefinition | ComponentDefinition;

/** All that a folder defines, the built-in types among it. */
export interface Definitions {
  readonly types: ReadonlyMap<string, TypeDefinition>;
  readonly components: ReadonlyMap<string, ComponentDefinition>;
}

/** Every attribute whose form is right, with what it belongs to. */
export const attributesOf = function* (
  definitions: Definitions,
): Generator<readonly [Definition, string, AttributeDefinition]> {
  for (const definition of [...definitions.types.values(), ...definitions.components.values()])
    for (const [name, attribute] of definition.attributes)
      if (attribute !== undefined) yield [definition, name, attribute];
};

/** Whether an attribute is known not to be there. */
export const lacks = ({ attributes, readable }: Definition, name: string): boolean => readable && !attributes.has(name);

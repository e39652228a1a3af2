// What a project's own field in the editor gets: `lectern/editor` exports it.

/** The attribute as its schema declares it, such as `maxLength`. */
export interface CustomFieldAttribute {
  /** How the value is stored: `string`, `json`, … */
  readonly type: string;
  readonly customField?: string;
  /** What the schema says to the field. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly required?: boolean;
  readonly [option: string]: unknown;
}

/** The props of the component that a file in `extensions/editor/` exports as its default. */
export interface CustomFieldProps<Value = unknown> {
  /** null: there is none. */
  readonly value: Value | null;
  /** Changes the value of the document, as typing does. */
  readonly setValue: (value: Value | null) => void;
  readonly attribute: CustomFieldAttribute;
  /** Whether the user may not change the value. */
  readonly readOnly: boolean;
  /** What the field is called, in the language of the page. The editor shows it above the component. */
  readonly label: string;
  /** What is wrong with the value. The editor shows it below the component. */
  readonly error: string | undefined;
  /** The locale of the document; undefined for a type without locales. */
  readonly locale: string | undefined;
  /** For the element that takes the focus: its label, its description and its fault for screen readers. */
  readonly inputProps: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
    readonly 'aria-required': boolean;
  };
}

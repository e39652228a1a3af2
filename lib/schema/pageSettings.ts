// What the editor's page says of its site in `<meta name="lectern">`, before anybody has logged in.

/** Paths below /editor/. */
export interface BuiltField {
  readonly script: string;
  readonly style?: string;
}

export interface PageSettings {
  /** Of the site. */
  readonly name: string;
  /** The name of a picture of the project, or a path; empty: Lectern's. */
  readonly logo: string;
  /** `#rrggbb`; empty: Lectern's. */
  readonly color: string;
  /** The origins that files are served from, besides the editor's own. */
  readonly media: readonly string[];
  /** Whether users can log in with passkeys. */
  readonly passkeys: boolean;
  /** Whether passwords log in all users of the editor, not only emergency accounts. */
  readonly passwords: boolean;
  /** The fewest characters of a new password of people who work in the editor. */
  readonly passwordLength: number;
  /** Whether Lectern's documentation is served at /guide/, as in development. */
  readonly guide: boolean;
  /** Whether the site answers GraphQL. */
  readonly graphql: boolean;
  /** The components of custom fields, by their names without `global::`. */
  readonly fields: Readonly<Record<string, BuiltField>>;
  /** Paths below /editor/ of the project's pictures, by the names of their files. */
  readonly pictures: Readonly<Record<string, string>>;
}

/** A picture of the project by the name of its file, or a path on the site. */
export const picturePattern = String.raw`/(?!/)\S*|[\w-][\w .-]*\.(avif|gif|jpe?g|png|svg|webp|AVIF|GIF|JPE?G|PNG|SVG|WEBP)`;

export const pageSettingsName = 'lectern';

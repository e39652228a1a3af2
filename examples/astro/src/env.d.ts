interface ImportMetaEnv {
  readonly LECTERN_URL?: string;
  readonly LECTERN_TOKEN?: string;
  readonly EDITOR_URL?: string;
}

declare module 'virtual:preview-script' {
  /** The source of a script for preview pages. */
  const text: string;
  export default text;
}

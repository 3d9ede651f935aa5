/** Made by web/vite/browser-build.ts. */
declare module 'browser-build:v' {
  /** Undefined in development. */
  export const stylesheetRules: import('./css-rules.ts').StylesheetRules | undefined;
  /** URLs of the chunks, by name. */
  export const chunks: Readonly<Record<string, string>>;
}

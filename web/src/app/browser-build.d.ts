/** Made by web/vite/browser-build.ts. */
declare module 'browser-build:v' {
  /** Undefined in development. */
  export const stylesheetRules: readonly import('./css-rules.ts').StyleRule[] | undefined;
  /** URLs of the chunks, by name. */
  export const chunks: Readonly<Record<string, string>>;
}

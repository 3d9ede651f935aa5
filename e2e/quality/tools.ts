import { fileURLToPath } from 'node:url';

/** The path of a file in the packages of `quality/`, which `npm run validate` installs. */
export const toolPath = (path: string): string =>
  fileURLToPath(new URL(`../../quality/node_modules/${path}`, import.meta.url));

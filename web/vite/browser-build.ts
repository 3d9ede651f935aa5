import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readStylesheet } from './read-stylesheet.ts';

const MODULE_ID = 'browser-build:v';
const STYLESHEET = /^assets\/app-[^/]*\.css$/;
/**
 * What the renderer of pages needs of the browser's files, whose build comes first: the rules of the shop's stylesheet, which it
 * writes into pages, and the URLs of chunks. Development has no such files, so its pages load the stylesheet.
 */
export const browserBuild = (): Plugin => {
  const chunks: Record<string, string> = {};
  let stylesheet: string | undefined;
  return {
    name: 'sokuwa:browser-build',
    sharedDuringBuild: true,
    resolveId: (id) => (id === MODULE_ID ? `\0${MODULE_ID}` : undefined),
    writeBundle({ dir }, bundle) {
      if (this.environment.name !== 'client' || !dir) return;
      const name = Object.keys(bundle).find((file) => STYLESHEET.test(file));
      if (!name) throw new Error('The build has no stylesheet');
      stylesheet = join(dir, name);
      for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks[file.name] = `/${file.fileName}`;
    },
    async load(id) {
      if (id !== `\0${MODULE_ID}`) return;
      const rules = stylesheet ? readStylesheet(await readFile(stylesheet, 'utf8')) : undefined;
      return `export const stylesheetRules = ${JSON.stringify(rules)};\nexport const chunks = ${JSON.stringify(chunks)};`;
    },
  };
};

// Bundles the server and the command line into server/dist: they start from fifty files instead of a thousand
// (docs/decisions/server-memory.md).
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

// Not from bootstrap.mjs, which would install packages: the image is built without it.
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'server/dist');

/** Packages of many small files. Others stay where they are: some contain native code, or start workers from their own files. */
const BUNDLED_PACKAGES = /^(?:@sokuwa|fastify-type-provider-zod|kysely|libphonenumber-js|zod)(?:\/|$)/;
const isOwnFile = (id) => /^(?:\.|\/|[A-Za-z]:)/.test(id);

/** Modules find files and workers relative to `import.meta.url`. In the bundle it stays the URL of the source file. */
const keepModuleUrls = {
  name: 'keep-module-urls',
  transform: (code, id) => {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return undefined;
    const path = JSON.stringify(relative(folder, id).replaceAll('\\', '/'));
    return code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`);
  },
};

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: join(root, 'server/src/main.ts'), cli: join(root, 'cli/src/main.ts') },
  platform: 'node',
  external: (id) => !isOwnFile(id) && !BUNDLED_PACKAGES.test(id),
  plugins: [keepModuleUrls],
});
await bundle.write({ dir: folder, format: 'esm' });
await bundle.close();

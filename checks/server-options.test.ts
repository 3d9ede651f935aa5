import { expect, it } from 'vitest';
import { readText } from './documents.ts';

/** Where the server is started, and how its command begins there. */
const COMMANDS = {
  Dockerfile: 'CMD ["node", "--max-semi-space-size=8", "--min-semi-space-size=8", "server/dist/main.js"]',
  'docs/deployment.md': 'node --max-semi-space-size=8 --min-semi-space-size=8 server/dist/main.js',
  'scripts/run.mjs': "const SERVER_OPTIONS = ['--max-semi-space-size=8', '--min-semi-space-size=8'];",
  'bench/src/processes.ts': "const SERVER_OPTIONS = ['--max-semi-space-size=8', '--min-semi-space-size=8'];",
};

it.each(Object.entries(COMMANDS))(
  '%s starts the server with the options that keep its memory small',
  (file, command) => {
    const text = readText(file);
    expect(text).toContain(command);
    expect(text).toMatch(/MALLOC_ARENA_MAX(?:=2|: '2')/);
    expect(text).toMatch(/MALLOC_MMAP_THRESHOLD_(?:=4194304|: '4194304')/);
    expect(text).toMatch(/MALLOC_TRIM_THRESHOLD_(?:=4194304|: '4194304')/);
  },
);

it.each(['Dockerfile', 'docs/deployment.md', 'scripts/run.mjs'])('%s names a folder for compiled modules', (file) => {
  expect(readText(file)).toContain('NODE_COMPILE_CACHE');
});

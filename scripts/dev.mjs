// npm run dev: pages reload in the browser when they change; the server restarts when one of its files changes.
import { runServer } from './bootstrap.mjs';

runServer([
  '--watch-path=server/src',
  '--watch-path=contract/src',
  '--watch-preserve-output',
  'server/src/main.ts',
  '--dev',
]);

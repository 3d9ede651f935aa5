// npm run dev: pages reload in the browser as they change; the server starts anew when one of its files does.
import { runServer } from './bootstrap.mjs';

runServer([
  '--watch-path=server/src',
  '--watch-path=contract/src',
  '--watch-preserve-output',
  'server/src/main.ts',
  '--dev',
]);

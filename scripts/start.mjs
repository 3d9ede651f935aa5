// npm start: builds and runs the whole shop, from a fresh clone.
import { buildPages, runServer } from './bootstrap.mjs';

buildPages();
runServer(['server/src/main.ts']);

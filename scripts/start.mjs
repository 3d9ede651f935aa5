// npm start: the whole shop, from a bare clone.
import { buildPages, runServer } from './bootstrap.mjs';

buildPages();
runServer(['server/src/main.ts']);

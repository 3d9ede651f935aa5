// npm start: builds and runs the whole shop, from a fresh clone.
import { buildPages, buildServer, runServer } from './bootstrap.mjs';

buildPages();
buildServer();
runServer(['server/dist/main.js']);

// npm run check: types, style, unused code, imports between workspaces and slices, table ownership, generated documents.
import { checkSources, runCheckTests } from './checks.mjs';

const isClean = await checkSources();
process.exit(runCheckTests() && isClean ? 0 : 1);

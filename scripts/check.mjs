// npm run check: types, style, unused code, imports between workspaces and slices, table ownership, licences, bill of materials, secrets,
// dependency updates, generated documents.
import { checkSources, runCheckTests } from './checks.mjs';

const { passed, report } = await checkSources();
process.stdout.write(report);
process.exit(runCheckTests() && passed ? 0 : 1);

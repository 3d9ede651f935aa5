// npm run check: types, style, imports between workspaces and slices, unused code.
import { check } from './checks.mjs';

process.exit(check() ? 0 : 1);

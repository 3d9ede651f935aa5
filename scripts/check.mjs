// npm run check: types, style, boundaries between the parts, unused code.
import { check } from './checks.mjs';

process.exit(check() ? 0 : 1);

import { read } from './documents.ts';

const SPECIFICATION = 'docs/spec';

/** The files of the specification that hold rules, in the order of the table in its README. */
const slices: readonly string[] = [
  ...read(`${SPECIFICATION}/README.md`).matchAll(/^\| \[([\w-]+\.md)\]\(\1\) \| [A-Z]+ \|/gm),
].map(([, file = '']) => file);

/** The ids of the rules of a file, in its order. */
const rulesOf = (file: string): string[] =>
  [...read(`${SPECIFICATION}/${file}`).matchAll(/^- \*\*([A-Z]+-\d+)\*\* /gm)].map(([, id = '']) => id);

/** The tags that a test may carry: the id of each rule after an at sign. */
export const ruleTags: readonly string[] = slices.flatMap(rulesOf).map((id) => `@${id}`);

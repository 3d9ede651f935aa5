import { MAX_NAME_WORDS, MAX_NAMES } from '@sokuwa/contract/catalog/synonyms.rules.ts';
import { searchWords } from './search.rules.ts';

/** At most so many wrong lines are named. */
const MAX_PROBLEMS = 20;

/** What is wrong with one line; undefined if nothing is. */
const findProblem = (line: string): string | undefined => {
  const text = line.split('#')[0]?.trim() ?? '';
  if (text === '') return undefined;
  const sides = text.split('>');
  if (sides.length > 2) return 'has more than one ">".';
  const names = sides.map((side) => side.split(',').map((name) => name.trim()));
  if (names.flat().some((name) => searchWords(name).length === 0)) return 'has an empty name.';
  if (names.flat().length < 2) return 'needs two names or more, separated by commas.';
  if (names.flat().length > MAX_NAMES) return `has more than ${MAX_NAMES} names.`;
  const long = names.flat().find((name) => searchWords(name).length > MAX_NAME_WORDS);
  return long === undefined ? undefined : `has a name of more than ${MAX_NAME_WORDS} words: "${long.slice(0, 80)}".`;
};

/** What is wrong with a list of synonyms, line by line; empty if nothing is. */
export const findSynonymProblems = (list: string): string[] =>
  list
    .split('\n')
    .flatMap((line, n) => {
      const problem = findProblem(line);
      return problem === undefined ? [] : [`Line ${n + 1} ${problem}`];
    })
    .slice(0, MAX_PROBLEMS);

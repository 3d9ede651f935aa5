import { describe, expect, it } from 'vitest';
import { readText } from './documents.ts';
import { findUpdateProblems } from './updates.ts';

const config = readText('.github/dependabot.yml');

describe('the configuration of dependency updates', () => {
  it('is valid, and covers every file with versions', () => {
    expect(findUpdateProblems(config)).toEqual([]);
  });

  it.each([
    ['directories: ["/", "/quality"]', 'directories: ["/"]', 'quality/package-lock.json is not updated'],
    ['package-ecosystem: docker\n', 'package-ecosystem: docker-compose\n', 'Dockerfile is not updated'],
    ['"@tanstack/*"', '"@tanstak/*"', 'no package matches @tanstak/*'],
    ['interval: weekly', 'intervall: weekly', expect.stringContaining('must have required property')],
    ['interval: weekly', 'interval: often', expect.stringContaining('/schedule/interval must be equal to one of')],
  ])('is reported with %s replaced by %s', (text, replacement, problem) => {
    expect(config).toContain(text);
    expect(findUpdateProblems(config.replace(text, replacement))).toContainEqual(problem);
  });
});

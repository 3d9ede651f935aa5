import { describe, expect, it } from 'vitest';
import { readText } from './documents.ts';
import {
  findTags,
  groupFilesByTag,
  readRules,
  readUnprovenRules,
  renderCoverage,
  ruleFiles,
  rules,
  tagOf,
  testFiles,
} from './specification.ts';

describe('the specification', () => {
  it('gives each rule a unique id with the prefix of its file', () => {
    expect(rules.length).toBeGreaterThan(900);
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
    const wrong = ruleFiles.flatMap(({ file, prefix }) =>
      readRules(file).filter((rule) => !new RegExp(`^${prefix}-[1-9]\\d*$`).test(rule)),
    );
    expect(wrong).toEqual([]);
  });
});

describe('tests', () => {
  const proven = groupFilesByTag();

  it('have only tags that name a rule', () => {
    const known = new Set(rules.map(tagOf));
    const unknown = [...proven].filter(([tag]) => !known.has(tag));
    expect(proven.size).toBeGreaterThan(900);
    expect(unknown).toEqual([]);
  });

  it('list their tags in a form that this check can read', () => {
    const unread = testFiles.filter((file) => {
      const text = readText(file);
      return [...text.matchAll(/'@[A-Z]+-\d+'/g)].length !== findTags(text).length;
    });
    expect(unread).toEqual([]);
  });

  it('prove every rule that docs/spec/unproven.md does not list', () => {
    const unproven = readUnprovenRules();
    expect(rules.filter((rule) => !proven.has(tagOf(rule)) && !unproven.has(rule))).toEqual([]);
  });

  it('prove none of the rules that docs/spec/unproven.md lists', () => {
    const listed = [...readUnprovenRules().keys()];
    expect(listed.filter((rule) => !rules.includes(rule) || proven.has(tagOf(rule)))).toEqual([]);
  });

  // `npm run spec-coverage` runs this test with --update, which writes the file.
  it('are listed by rule in docs/spec/coverage.md', async () => {
    await expect(renderCoverage()).toMatchFileSnapshot('../docs/spec/coverage.md');
  });
});

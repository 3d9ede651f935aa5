import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../contract/src/all-endpoints.ts';
import {
  accessOf,
  MERCHANT_AREAS,
  MERCHANT_ROLES,
  OPERATOR_AREAS,
  OPERATOR_ROLES,
  type Staff,
} from '../contract/src/staff/roles.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** One table: a row for each area, a column for each role. */
const describeRoles = <S extends Staff>(
  of: S['of'],
  roles: readonly S['role'][],
  areas: Parameters<typeof accessOf>[1][],
) => [
  row(['Area', ...roles]),
  row(['---', ...roles.map(() => '---')]),
  ...areas.map((area) => row([area, ...roles.map((role) => accessOf({ of, role } as Staff, area))])),
];

/** The calls of each area. */
const describeCalls = (of: Staff['of'], areas: Parameters<typeof accessOf>[1][]) =>
  areas.flatMap((area) => {
    const calls = allEndpoints.filter(({ endpoint }) => endpoint.auth === of && endpoint.area === area);
    return [
      '',
      `**${area}**`,
      '',
      ...(calls.length > 0
        ? calls.map(({ endpoint: { method, path, summary } }) => `- \`${method} ${path}\` ${summary}`)
        : ['No calls yet.']),
    ];
  });

const document = (): string =>
  [
    '# Roles',
    '',
    'What the roles of merchants and operators may do in the desk. `read`: calls with GET; `write`: all calls. Generated from',
    '`contract/src/staff/roles.ts` and the areas of the calls by `npm run roles`.',
    '',
    '## Merchants',
    '',
    ...describeRoles('merchant', MERCHANT_ROLES, [...MERCHANT_AREAS]),
    '',
    '## Operators',
    '',
    ...describeRoles('operator', OPERATOR_ROLES, [...OPERATOR_AREAS]),
    '',
    '## Calls of merchants',
    ...describeCalls('merchant', [...MERCHANT_AREAS]),
    '',
    '## Calls of operators',
    ...describeCalls('operator', [...OPERATOR_AREAS]),
    '',
  ].join('\n');

// `npm run roles` runs this test with --update, which writes the file.
describe('docs/roles.md', () => {
  it('shows the roles of the contract', { tags: ['@STAFF-2', '@STAFF-3', '@STAFF-4'] }, async () => {
    await expect(document()).toMatchFileSnapshot('../docs/roles.md');
  });
});

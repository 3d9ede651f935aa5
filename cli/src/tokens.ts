import { Option } from '@commander-js/extra-typings';
import type { ApiToken } from '@sokuwa/server/operator.ts';

/** What a new API token permits. */
export const scopeOption = new Option('--scope <scope>', 'what the token permits')
  .choices(['read', 'write'] as const)
  .default('write' as const);

/** One line for each API token, or a sentence if there are none. */
export const formatTokens = (tokens: readonly ApiToken[]): string =>
  tokens
    .map(
      ({ name, scope, created_by, created_at, last_used_at }) =>
        `${name}: ${scope}, created ${created_at.toISOString()}${created_by === null ? '' : ` by account ${created_by}`}, ${last_used_at ? `last used ${last_used_at.toISOString()}` : 'never used'}`,
    )
    .join('\n') || 'No tokens.';

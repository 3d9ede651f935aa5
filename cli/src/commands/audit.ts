import { type AuditLogEntry, auditQuery } from '@sokuwa/contract/operators/operators.schemas.ts';
import { line } from '@sokuwa/contract/text.schemas.ts';
import { formatNext, formatTime } from '../format.ts';
import { cursorOption, dryRunOption, parseText, parseTime } from '../parse.ts';
import type { AddCommands } from '../topic.ts';

const formatEntry = ({ at, actor, actor_name, action, subject, reason, before, after }: AuditLogEntry): string =>
  [
    `${formatTime(at)}  ${actor_name === null ? actor : `${actor_name} (${actor})`}  ${action}: ${subject}`,
    ...(reason === null ? [] : [`    because: ${reason}`]),
    ...(before === null ? [] : [`    before: ${JSON.stringify(before)}`]),
    ...(after === null ? [] : [`    after: ${JSON.stringify(after)}`]),
  ].join('\n');

export const addAuditCommands: AddCommands = (program, { withShop }) => {
  const audit = program.command('audit').description('Read what operators did.');
  audit
    .command('list')
    .description('List what operators did, newest first.')
    .option('--subject <text>', 'such as "order 7F3KQ2M9XW4T" or "merchant 7"', parseText(line(200)))
    .option('--actor <name>', 'the name of an API token, or cli: and a user', parseText(line(120)))
    .option('--action <text>', 'such as "refunds create"', parseText(line(80)))
    .option('--from <time>', 'at this time or later, such as 2026-12-01', parseTime)
    .option('--to <time>', 'before this time', parseTime)
    .addOption(cursorOption(auditQuery.shape.cursor.unwrap()))
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => {
        const { results, cursor } = await operator.operators.listAudit(options);
        return { done: formatNext(results.map(formatEntry), cursor, 'No entries.') };
      }),
    );
};

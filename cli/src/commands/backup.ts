import { formatCount, formatTime } from '../format.ts';
import { dryRunOption, reasonOption } from '../parse.ts';
import { createProgressReporter } from '../progress.ts';
import type { AddCommands } from '../topic.ts';

export const addBackupCommands: AddCommands = (program, { withShop }) => {
  program
    .command('backup')
    .description('Back up the whole shop to one file. The shop can run meanwhile.')
    .argument('<file or folder>', 'where to write the backup')
    .option('--without-pictures', 'without the pictures, if their bucket has its own backups')
    .addOption(dryRunOption)
    .action((to, { withoutPictures = false, ...options }) =>
      withShop(options, async (operator, { dryRun, showProgress }) => {
        const onProgress = createProgressReporter(showProgress, 'rows and pictures');
        const backup = await operator.backup.createBackup({ to, pictures: !withoutPictures }, { dryRun, onProgress });
        if ('refused' in backup) return backup;
        return {
          done: `${formatCount(backup.rows)} rows and ${formatCount(backup.pictures)} pictures -> ${backup.file}`,
        };
      }),
    );

  program
    .command('restore')
    .description('Restore the shop from a backup file. The shop must be stopped.')
    .argument('<file>', 'the backup')
    .option('--replace', 'erase the database first')
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((file, { replace = false, ...options }) =>
      withShop(options, async (operator, { showProgress, ...act }) => {
        const report = createProgressReporter(showProgress, 'MB');
        const restored = await operator.backup.restore(
          { file, replace },
          { ...act, onProgress: ({ part, count }) => report({ part, count: count / 1_000_000 }) },
        );
        if ('refused' in restored) return restored;
        const content = `${formatCount(restored.rows)} rows and ${formatCount(restored.pictures)} pictures`;
        return { done: `${content} from ${formatTime(restored.madeAt)} UTC` };
      }),
    );
};

import type { Finding } from '@sokuwa/server/operator.ts';
import type { AddCommands } from '../topic.ts';

const formatFinding = ({ level, subject, message }: Finding): string =>
  `${level.padEnd(8)} ${subject.padEnd(15)} ${message}`;

const countFindings = (findings: readonly Finding[], level: Finding['level']): number =>
  findings.filter((finding) => finding.level === level).length;

const formatSummary = (findings: readonly Finding[]): string => {
  const [errors, warnings] = [countFindings(findings, 'error'), countFindings(findings, 'warning')];
  return errors + warnings === 0 ? 'No problems found.' : `Errors: ${errors}. Warnings: ${warnings}.`;
};

export const addDoctorCommand: AddCommands = (program, { examine, print }) => {
  program
    .command('doctor')
    .description('Check the settings, the database and all services of the shop, and say how to fix problems.')
    .option('--json', 'print the findings as JSON: subject, level (ok, warning, error), message')
    .addHelpText('after', '\nNo data is changed. The exit code is 1 if there is an error; warnings do not count.')
    .action(async ({ json }) => {
      const findings = await examine();
      const text = json
        ? JSON.stringify(findings, null, 2)
        : `${findings.map(formatFinding).join('\n')}\n\n${formatSummary(findings)}`;
      print(text, { failed: countFindings(findings, 'error') > 0 });
    });
};

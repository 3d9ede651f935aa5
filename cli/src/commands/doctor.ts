import type { Finding } from '@sokuwa/server/operator.ts';
import type { AddCommands } from '../topic.ts';

const formatFinding = ({ state, about, says }: Finding): string => `${state.padEnd(8)} ${about.padEnd(15)} ${says}`;

const countFindings = (findings: readonly Finding[], state: Finding['state']): number =>
  findings.filter((finding) => finding.state === state).length;

const summaryOf = (findings: readonly Finding[]): string => {
  const [wrong, warnings] = [countFindings(findings, 'wrong'), countFindings(findings, 'warning')];
  return wrong + warnings === 0 ? 'No problems found.' : `Wrong: ${wrong}. Warnings: ${warnings}.`;
};

export const addDoctorCommand: AddCommands = (program, { examine, print }) => {
  program
    .command('doctor')
    .description('Check the settings, the database and all services of the shop, and say how to fix problems.')
    .option('--json', 'print the findings as JSON: about, state (ok, warning, wrong), says')
    .addHelpText('after', '\nNo data is changed. The exit code is 1 if something is wrong; warnings do not count.')
    .action(async ({ json }) => {
      const findings = await examine();
      const text = json
        ? JSON.stringify(findings, null, 2)
        : `${findings.map(formatFinding).join('\n')}\n\n${summaryOf(findings)}`;
      print(text, { failed: countFindings(findings, 'wrong') > 0 });
    });
};

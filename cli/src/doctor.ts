import { parseArgs } from 'node:util';
import type { Finding } from '@sokuwa/server/operator.ts';

type Streams = { out(text: string): void; error(text: string): void };

export const DOCTOR = { name: 'doctor', summary: 'Look for what is wrong with the shop, and say what to do.' };

const HELP = `Usage: npm run cli -- doctor [--json]

${DOCTOR.summary} Looks at the settings, the database and all that the
shop leans on: mail, sign-in, payments, shipping, exchange rates; the bucket, the store and the replica that nodes share.
Nothing is changed; the shop may run meanwhile, or not.
The exit code is 1 when something is wrong, else 0, warnings or not.

  --json         the findings as JSON: about, state (ok, warning, wrong), says
`;

const lineOf = ({ state, about, says }: Finding): string => `${state.padEnd(8)} ${about.padEnd(15)} ${says}\n`;

const count = (findings: readonly Finding[], state: Finding['state']): number =>
  findings.filter((finding) => finding.state === state).length;

const summaryOf = (findings: readonly Finding[]): string => {
  const [wrong, warnings] = [count(findings, 'wrong'), count(findings, 'warning')];
  return wrong + warnings === 0 ? 'All is well.' : `${wrong} wrong, ${warnings} to be warned of.`;
};

/**
 * The command that needs no shop to be opened, for it says why none can be.
 * @returns the exit code: 0 nothing is wrong, 1 something is, 2 the command line is wrong
 */
export const doctor = async (
  argv: readonly string[],
  examine: () => Promise<Finding[]>,
  { out, error }: Streams,
): Promise<0 | 1 | 2> => {
  let asked: { json?: boolean; help?: boolean };
  try {
    asked = parseArgs({
      args: [...argv],
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    }).values;
  } catch (failure) {
    error(`${failure instanceof Error ? failure.message : failure}\n\n${HELP}`);
    return 2;
  }
  if (asked.help) {
    out(HELP);
    return 0;
  }
  const findings = await examine();
  out(
    asked.json
      ? `${JSON.stringify(findings, null, 2)}\n`
      : `${findings.map(lineOf).join('')}\n${summaryOf(findings)}\n`,
  );
  return count(findings, 'wrong') > 0 ? 1 : 0;
};

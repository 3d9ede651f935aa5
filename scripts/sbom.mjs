// npm run sbom: writes sbom.cdx.json: all packages that package-lock.json installs on any platform, with versions, licences and hashes,
// as CycloneDX. Another file can be named as the argument. It is not committed, because it follows from package-lock.json and contains
// the time and a random number.
import { writeFileSync } from 'node:fs';
import { runNpm } from './npm.mjs';

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const args = [
  'sbom',
  '--package-lock-only',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--no-update-notifier',
];
const { status, error, stdout } = runNpm(args, {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
if (error) throw error;
if (status !== 0) process.exit(status ?? 1);
writeFileSync(file, stdout);
process.stdout.write(`${file}: ${JSON.parse(stdout).components.length} packages\n`);

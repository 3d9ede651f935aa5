import { existsSync } from 'node:fs';
import { installPackage } from './apt.mjs';

const FOLDERS = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime`);
const findLibrary = () =>
  process.env.FAKETIME_LIBRARY ??
  FOLDERS.map((folder) => `${folder}/libfaketime.so.1`).find((path) => existsSync(path));

/**
 * Finds libfaketime, which gives programs a clock of their own, or installs it if apt works.
 * @returns the environment variable that tells the proofs where it is
 */
export const ensureFaketime = () => {
  const purpose = 'Proofs with a clock that jumps need libfaketime';
  const found =
    findLibrary() ??
    (installPackage(purpose, ['libfaketime'], 'set FAKETIME_LIBRARY to its path') ? findLibrary() : undefined);
  if (found) return { FAKETIME_LIBRARY: found };
  process.stderr.write(
    `${purpose}, and it could not be installed, so those proofs will fail. Install libfaketime, or set FAKETIME_LIBRARY to its path.\n`,
  );
  return {};
};

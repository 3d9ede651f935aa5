import { userInfo } from 'node:os';
import { ConfigError, examineShop, openOperator } from '@sokuwa/server/operator.ts';
import { run } from './run.ts';

/** The user of the machine. A container may run without a name for its user. */
const readUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
};

try {
  const shop = {
    open: () => openOperator(process.env),
    examine: () => examineShop(process.env),
    user: readUser(),
  };
  process.exitCode = await run(process.argv.slice(2), shop, {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    progress: (text = '') => {
      // Return to the start of the line, and erase the rest of the previous text.
      if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`);
    },
  });
} catch (error) {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

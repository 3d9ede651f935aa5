// npm run validate: checks a running shop with the Nu HTML checker, Lighthouse and Redocly.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackage } from './apt.mjs';
import { buildPages, buildServer, installQualityTools, pinnedNode, root, run } from './bootstrap.mjs';
import { ensureBrowser } from './browser.mjs';

/** The Nu HTML checker is a Java program. */
const ensureJava = () => {
  const hasJava = () => spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0;
  if (hasJava()) return;
  installPackage('The Nu HTML checker needs Java', ['default-jre-headless'], 'add its java to PATH');
  if (!hasJava()) {
    process.stderr.write(
      'The Nu HTML checker needs Java, and it could not be installed. Install version 11 or later, and add its java to PATH.\n',
    );
    process.exit(1);
  }
};

const env = ensureBrowser();
ensureJava();
installQualityTools();
buildPages();
buildServer();
const playwright = join(root, 'node_modules/@playwright/test/cli.js');
const args = [playwright, 'test', '-c', 'e2e/quality/playwright.config.ts', ...process.argv.slice(2)];
process.exit(run(pinnedNode(), args, { env }));

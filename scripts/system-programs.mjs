// Installs the system programs that npm test needs and the machine lacks. It needs no package, so it runs while npm installs them.
import { findOrInstallBrowser } from './browser.mjs';
import { findOrInstallRedis } from './redis.mjs';

findOrInstallBrowser();
findOrInstallRedis();

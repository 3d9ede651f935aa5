import { promises as dns, type LookupAddress } from 'node:dns';

/** Time that a name server has for the first try. The second one has twice as long. */
const TIMEOUT_MS = 2000;
const TRIES = 2;
/** These names lead to the machine itself, whatever a name server says (RFC 6761, section 6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/;

/**
 * Resolves a name that somebody else chose. It asks the name servers itself: `dns.lookup` occupies a thread of a pool that has two for it, so
 * a few names whose server does not respond would stop all other resolution of the process. /etc/hosts and search domains are not used.
 * @param signal ends the questions
 * @param servers for tests: other name servers than those of the machine, with their ports
 * @throws if the name has no address, no server responds in time, or the signal is aborted
 */
export const resolveName = async (
  name: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<LookupAddress[]> => {
  if (LOCALHOST.test(name))
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
  signal.throwIfAborted();
  // One for each name: `cancel` ends all questions of a resolver.
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
    const toAddresses = (result: PromiseSettledResult<string[]>, family: 4 | 6) =>
      result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
    return [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

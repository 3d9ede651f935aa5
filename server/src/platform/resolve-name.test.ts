import { createSocket, type Socket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fetchPublic, postPublic } from './public-fetch.ts';
import { resolveName } from './resolve-name.ts';

const TYPE_A = 1;
const ADDRESSES: Record<string, Record<number, Buffer>> = {
  'four.test': { [TYPE_A]: Buffer.from([127, 0, 0, 2]) },
  'both.test': { [TYPE_A]: Buffer.from([10, 0, 0, 7]), 28: Buffer.concat([Buffer.alloc(15), Buffer.from([1])]) },
};

/** The end and the name of the question of a DNS message (RFC 1035, section 4.1.2), after its header of 12 bytes. */
const readQuestion = (message: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
};

describe('a name', () => {
  let server: Socket;
  let servers: string[];
  let questions: string[] = [];
  /** Called when a question is left without a response. */
  let onHang = () => {};
  beforeAll(async () => {
    server = createSocket('udp4');
    server.on('message', (message, { port, address }) => {
      const { name, type, end } = readQuestion(message);
      questions.push(name);
      if (name.startsWith('slow')) return onHang();
      const data = ADDRESSES[name]?.[type];
      const header = Buffer.from(message.subarray(0, 12));
      // A response, with or without "no such name", to one question; without further sections.
      header.writeUInt16BE(ADDRESSES[name] ? 0x8180 : 0x8183, 2);
      header.writeUInt16BE(data ? 1 : 0, 6);
      header.writeUInt32BE(0, 8);
      const record = Buffer.alloc(12);
      // It points to the name of the question.
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(data?.length ?? 0, 10);
      server.send(Buffer.concat([header, message.subarray(12, end), ...(data ? [record, data] : [])]), port, address);
    });
    await new Promise<void>((bound) => server.bind(0, '127.0.0.1', bound));
    servers = [`127.0.0.1:${server.address().port}`];
  });
  afterAll(() => new Promise<void>((closed) => server.close(closed)));

  const resolve = (name: string, signal = AbortSignal.timeout(60_000)) => resolveName(name, signal, servers);

  it('leads to all its addresses, of both families', async () => {
    expect(await resolve('four.test')).toEqual([{ address: '127.0.0.2', family: 4 }]);
    expect(await resolve('both.test')).toEqual([
      { address: '10.0.0.7', family: 4 },
      { address: '::1', family: 6 },
    ]);
    await expect(resolve('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('of this machine asks no server', async () => {
    questions = [];
    for (const name of ['localhost', 'localhost.', 'app.localhost'])
      expect(await resolve(name)).toEqual([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
    expect(questions).toEqual([]);
  });

  it('whose server does not respond ends with the signal, and delays no other name', {
    tags: ['@WEBHOOK-11'],
  }, async () => {
    const ended = new AbortController();
    const hanging = Promise.withResolvers<void>();
    onHang = hanging.resolve;
    const slow = Array.from({ length: 40 }, (_, n) => resolve(`slow${n}.test`, ended.signal));
    const results = Promise.allSettled(slow);
    await hanging.promise;
    expect(await resolve('four.test')).toHaveLength(1);
    // dns.lookup is not delayed either: its threads are free.
    expect(await dns.lookup('localhost', { all: true })).not.toEqual([]);
    ended.abort();
    for (const result of await results) expect(result).toMatchObject({ reason: { code: 'ECANCELLED' } });
    await expect(resolve('four.test', ended.signal)).rejects.toThrow('aborted');
  });

  it('whose server does not respond makes a fetch end with its time-out', async () => {
    const options = { maxBytes: 1, resolve: (name: string, signal: AbortSignal) => resolve(name, signal) };
    expect(await fetchPublic('http://slow.test/a', { ...options, timeoutMs: 50 })).toEqual({
      refused: 'The server did not respond within 1 s.',
    });
    const request = { headers: {}, body: Buffer.from('x'), timeoutMs: 50 };
    expect(await postPublic('https://slow.test/', { ...options, ...request })).toEqual({ failure: 'timeout' });
  });

  it('that a stranger chose never occupies a thread', { tags: ['@WEBHOOK-11'] }, async () => {
    const lookup = vi.spyOn(dns, 'lookup');
    await fetchPublic('http://name.invalid/a', { maxBytes: 1, timeoutMs: 50 });
    expect(lookup).not.toHaveBeenCalled();
    lookup.mockRestore();
  });
});

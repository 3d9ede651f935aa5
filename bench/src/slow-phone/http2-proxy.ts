import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

/** A certificate of its own, and its key in PEM. `fingerprint` is what Chromium's switch for trusted certificates takes. */
export type Certificate = { key: string; cert: string; fingerprint: string };

/** Creates a certificate for 127.0.0.1 with openssl. @param folder a temporary folder for its files */
export const createCertificate = async (folder: string): Promise<Certificate> => {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  await promisify(execFile)('openssl', ['req', '-x509', ...key, ...subject, '-out', certFile, '-days', '2']);
  const cert = await readFile(certFile, 'utf8');
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(publicKey).digest('base64');
  return { key: await readFile(keyFile, 'utf8'), cert, fingerprint };
};

/** Headers of a connection, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host'];

/**
 * Bytes of a TLS record at most. A browser can read a record only when all of it has arrived, and the first window of a connection
 * is 14 kB, so the usual 16 kB would cost another round trip. docs/deployment.md sets the same for a real proxy.
 */
const RECORD_BYTES = 4096;

/** A reverse proxy that speaks HTTP/2 over TLS, as the one in front of a shop does. */
export const openHttp2Proxy = async (
  target: string,
  certificate: Certificate,
): Promise<{ origin: string; close(): void }> => {
  const agent = new Agent({ keepAlive: true });
  const forward = async (stream: ServerHttp2Stream, headers: NodeJS.Dict<string | string[]>) => {
    const fields = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
    const forwarded = request(target + headers[':path'], {
      agent,
      method: String(headers[':method']),
      headers: { ...Object.fromEntries(fields), host: String(headers[':authority']), 'x-forwarded-proto': 'https' },
    });
    const response = once(forwarded, 'response');
    await pipeline(stream, forwarded);
    const [message] = await response;
    const sent = Object.entries(message.headers).filter(([name]) => !CONNECTION_HEADERS.includes(name));
    stream.respond({ ':status': message.statusCode, ...Object.fromEntries(sent) });
    await pipeline(message, stream);
  };
  const server = createSecureServer(certificate);
  const sessions = new Set<{ destroy(): void }>();
  server.on('secureConnection', (socket: TLSSocket) => socket.setMaxSendFragment(RECORD_BYTES));
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
  });
  server.on('stream', (stream, headers) => {
    // The browser cancels requests when its context is closed.
    forward(stream as ServerHttp2Stream, headers as NodeJS.Dict<string | string[]>).catch(() => stream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const session of sessions) session.destroy();
      agent.destroy();
    },
  };
};

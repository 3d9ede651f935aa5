import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { OWN_ADDRESS } from './machines.ts';

export const MAIL_PORT = 2525;

export type MailServer = {
  /** The Message-IDs that arrived for each address; a mail that is sent twice has the same one twice. */
  received: ReadonlyMap<string, readonly string[]>;
};

/** Starts a mail server that stores who got which mail. */
export const startMailServer = async (): Promise<MailServer> => {
  const received = new Map<string, string[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      text(stream).then((mail) => {
        const [, id = ''] = /^message-id: *(\S+)/im.exec(mail) ?? [];
        for (const { address } of envelope.rcptTo) received.set(address, [...(received.get(address) ?? []), id]);
        done();
      }, done);
    },
  });
  // A client that is killed resets its connection.
  server.on('error', (error) => process.stderr.write(`mail server: ${error.message}\n`));
  server.listen(MAIL_PORT, OWN_ADDRESS);
  await once(server.server, 'listening');
  return { received };
};

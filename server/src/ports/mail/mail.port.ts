/** A composed mail. */
export type OutgoingMail = {
  /** A UUID, the same for every attempt; the Message-ID derives from it. */
  id: string;
  /** One address. */
  to: string;
  /** The Reply-To address, if it is not the sender. The name is user text. */
  replyTo?: { name: string; address: string } | undefined;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string;
};

/** Sends mail. */
export type MailPort = {
  /**
   * Sends one mail. A repeated call may send it twice, with the same Message-ID.
   * @throws MailRefused for a permanent refusal; after any other error the mail can be retried. Errors contain no address.
   */
  send(mail: OutgoingMail): Promise<void>;
  /** Closes the connections. Call it after the last mail. */
  close(): Promise<void>;
};

/** A permanent refusal, for example an unknown recipient. */
export class MailRefused extends Error {}

/** A mail, ready to go. */
export type OutgoingMail = {
  /** One mail, one id (a UUID), however often it is sent; its Message-ID is made of it. */
  id: string;
  /** One address. */
  to: string;
  /** Who is answered, where it is not the sender. The name is somebody's own words. */
  replyTo?: { name: string; address: string } | undefined;
  subject: string;
  text: string;
  html: string;
  /** Address that the receiver's mail program may post to for no more of these (RFC 8058). */
  unsubscribe?: string;
};

/** What brings mail to people. */
export type MailPort = {
  /**
   * Hands one mail over. A letter that was handed over before may be sent again: receivers know it by its id.
   * @throws MailRefused when it will never be taken; anything else when it may be later
   */
  send(letter: OutgoingMail): Promise<void>;
  close(): Promise<void>;
};

/** The mail was refused for good: the address does not exist, say. */
export class MailRefused extends Error {}

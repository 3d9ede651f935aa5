/** Every mail that the shop sends, with what it is about. A new kind is a line here and a template beside the others. */
export type Mails = {
  verify_email: { first_name: string; link: string };
  reset_password: { first_name: string; link: string };
  welcome: { first_name: string };
};
export type MailKind = keyof Mails;

/** One mail to one address. */
export type Mail = {
  [K in MailKind]: {
    kind: K;
    to: string;
    /** Names the event, where it may be told twice: of mails of a kind with the same key, one is sent. */
    key?: string;
  } & Mails[K];
}[MailKind];

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { MailPort, OutgoingMail } from './mail.port.ts';

/** A mail with non-ASCII text and long lines. `parts` replaces the defaults. */
export const createMail = (parts: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: randomUUID(),
  to: `${randomUUID()}@mail.test`,
  subject: 'Ẹ kú àárọ̀: your order of ₦12,500 is on its way',
  text: 'Ẹ ṣé púpọ̀.\n.\nA line with a dot alone, and ₦.\n',
  html: `<p lang="yo">Ẹ ṣé púpọ̀ &amp; <a href="http://shop.test/?a=1&amp;b=2">more</a></p><p>${'long '.repeat(400)}</p>`,
  ...parts,
});

/**
 * What every mail adapter must do.
 * @param open opens the adapter; `readReceived` returns the mails received by an address
 */
export const mailSuite = (
  open: () => { mail: MailPort; readReceived(to: string): Promise<Omit<OutgoingMail, 'to'>[]> },
): void => {
  it('delivers a mail unchanged', async () => {
    const { mail, readReceived } = open();
    const sent = createMail();
    await mail.send(sent);
    const [received, ...others] = await readReceived(sent.to);
    expect(others).toEqual([]);
    const normalize = (text = '') => text.replaceAll('\r\n', '\n').trimEnd();
    expect({ ...received, text: normalize(received?.text), html: normalize(received?.html) }).toMatchObject({
      id: sent.id,
      subject: sent.subject,
      text: normalize(sent.text),
      html: sent.html,
    });
  });

  it('sends a repeated mail with the same id', async () => {
    const { mail, readReceived } = open();
    const sent = createMail();
    await mail.send(sent);
    await mail.send(sent);
    expect(new Set((await readReceived(sent.to)).map(({ id }) => id))).toEqual(new Set([sent.id]));
  });

  it('delivers concurrent mails, each only to its recipient', async () => {
    const { mail, readReceived } = open();
    const mails = Array.from({ length: 8 }, (_, n) => createMail({ subject: `Mail ${n}` }));
    await Promise.all(mails.map((each) => mail.send(each)));
    for (const { to, subject } of mails) {
      expect((await readReceived(to)).map((received) => received.subject)).toEqual([subject]);
    }
  });

  it('does not let a subject add headers or recipients', async () => {
    const { mail, readReceived } = open();
    const sent = createMail({ subject: 'Hello\r\nBcc: thief@mail.test\r\n\r\nBody' });
    await mail.send(sent);
    expect(await readReceived('thief@mail.test')).toEqual([]);
    expect(await readReceived(sent.to)).toHaveLength(1);
  });
};

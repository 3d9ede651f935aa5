import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { MailPort, OutgoingMail } from './mail.port.ts';

export const letter = (parts: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: randomUUID(),
  to: `${randomUUID()}@mail.test`,
  subject: 'Ẹ kú àárọ̀: your order of ₦12,500 is on its way',
  text: 'Ẹ ṣé púpọ̀.\n.\nA line with a dot alone, and ₦.\n',
  html: `<p lang="yo">Ẹ ṣé púpọ̀ &amp; <a href="http://shop.test/?a=1&amp;b=2">more</a></p><p>${'long '.repeat(400)}</p>`,
  ...parts,
});

/**
 * What every way of bringing mail must do.
 * @param open the port, and what has arrived for an address
 */
export const mailSuite = (
  open: () => { mail: MailPort; arrived(to: string): Promise<Omit<OutgoingMail, 'to'>[]> },
): void => {
  it('brings a mail as it was written', async () => {
    const { mail, arrived } = open();
    const sent = letter();
    await mail.send(sent);
    const [got, ...others] = await arrived(sent.to);
    expect(others).toEqual([]);
    const plain = (text = '') => text.replaceAll('\r\n', '\n').trimEnd();
    expect({ ...got, text: plain(got?.text), html: plain(got?.html) }).toMatchObject({
      id: sent.id,
      subject: sent.subject,
      text: plain(sent.text),
      html: sent.html,
    });
  });

  it('takes a mail again that it has taken before: its id tells the receiver', async () => {
    const { mail, arrived } = open();
    const sent = letter();
    await mail.send(sent);
    await mail.send(sent);
    expect(new Set((await arrived(sent.to)).map(({ id }) => id))).toEqual(new Set([sent.id]));
  });

  it('brings each mail to its own receiver alone, and several at once', async () => {
    const { mail, arrived } = open();
    const letters = Array.from({ length: 8 }, (_, n) => letter({ subject: `Mail ${n}` }));
    await Promise.all(letters.map((one) => mail.send(one)));
    for (const { to, subject } of letters) {
      expect((await arrived(to)).map((got) => got.subject)).toEqual([subject]);
    }
  });

  it('lets nobody write headers or receivers by way of a subject', async () => {
    const { mail, arrived } = open();
    const sent = letter({ subject: 'Hello\r\nBcc: thief@mail.test\r\n\r\nBody' });
    await mail.send(sent);
    expect(await arrived('thief@mail.test')).toEqual([]);
    expect(await arrived(sent.to)).toHaveLength(1);
  });
};

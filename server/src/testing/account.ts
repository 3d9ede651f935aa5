import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestShop } from './shop.ts';

/** The body that the registration form sends. `fields` replaces the defaults. */
export const registration = (fields: Record<string, unknown> = {}) => ({
  first_name: 'Ngozi',
  last_name: 'Eze',
  email: `${randomUUID()}@mail.test`,
  password: 'moon and stars',
  confirm_password: fields.password ?? 'moon and stars',
  ...fields,
});

export const post = (shop: TestShop, path: string, payload: object | string, headers: Record<string, string> = {}) =>
  shop.app.inject({ method: 'POST', url: `/backend${path}`, payload, headers });

type MailedLink = { url: string; uid: string; token: string };

/** The links in the mails that the address has received, newest first. */
export const readMailedLinks = async (shop: TestShop, to: string): Promise<MailedLink[]> => {
  const failures = await shop.jobs.runDue();
  if (failures.length > 0) throw failures[0];
  const mails = await shop.mailbox.read(to);
  return mails.flatMap(({ text }) => {
    const url = /https?:\/\/shop\.test\/\S+\/\S*[\w-]{43}\S*/.exec(text)?.[0];
    if (url === undefined) return [];
    const { pathname, searchParams } = new URL(url);
    const [, , uidb64 = '', token = ''] = pathname.split('/');
    return [{ url, uid: searchParams.get('uid') ?? uidb64, token: searchParams.get('token') ?? token }];
  });
};

/** The link in the last mail to the address. */
export const lastLink = async (shop: TestShop, to: string): Promise<MailedLink> => {
  const [link] = await readMailedLinks(shop, to);
  if (!link) throw new Error(`no link was mailed to ${to}`);
  return link;
};

export const openVerificationLink = (shop: TestShop, { uid, token }: { uid: string; token: string }) =>
  shop.app.inject({ url: `/backend/verify-email/${uid}/${token}` });

/** Registers an account and verifies its address. @returns what it logs in with */
export const addMember = async (
  shop: TestShop,
  fields: Record<string, unknown> = {},
): Promise<{ email: string; password: string }> => {
  const form = registration(fields);
  await post(shop, '/register/', form);
  await openVerificationLink(shop, await lastLink(shop, form.email));
  return { email: form.email, password: String(form.password) };
};

export const logIn = async (shop: TestShop, member: { email: string; password: string }) => {
  const response = await post(shop, '/login/', member);
  return { response, headers: { authorization: `Token ${response.json().token}` } };
};

/** Makes all mailed links expire this many hours earlier. */
export const ageLinks = async (shop: TestShop, hours: number): Promise<void> => {
  await sql`update mail_link set expires_at = expires_at - ${hours} * interval '1 hour'`.execute(shop.db);
};

/** A multipart form with files and texts, as a browser sends it. */
export const multipart = (
  parts: { name: string; bytes: Buffer | string; fileName?: string; type?: string }[],
): { payload: Buffer; headers: Record<string, string> } => {
  const boundary = `----form${randomUUID()}`;
  const chunks = parts.flatMap(({ name, bytes, fileName, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};

/** A multipart form with one picture. */
export const pictureForm = (bytes: Buffer | string, type = 'image/jpeg') =>
  multipart([{ name: 'image', bytes, fileName: 'me.jpg', type }]);

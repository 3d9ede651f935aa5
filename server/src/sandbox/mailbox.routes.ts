import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import type { SandboxMail, SentMail } from '../ports/mail/sandbox.mail.ts';
import { html } from './html.ts';
import { linksIn } from './mailbox.rules.ts';
import { sendSandboxPage } from './sandbox.page.ts';

/**
 * Content security policy of a mail: no scripts, no forms, pictures of the shop only, links open in a new window. The
 * sandboxed frame has the shop's origin; otherwise its picture requests would be cross-origin.
 */
const FRAME = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';
const BODY_POLICY = `default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox ${FRAME}`;

const listQuery = z.object({ to: z.string().trim().optional() });
const mailParams = z.object({ id: z.uuid() });
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const formatSentTime = ({ sent_at }: SentMail) =>
  html`<time datetime="${sent_at.toISOString()}">${dates.format(sent_at)} UTC</time>`;

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendSandboxPage(reply, 'No such mail', html`<p><a href="/sandbox/mailbox">All mails</a></p>`, 404);

/** Serves every mail that the shop sent: HTML pages for people, JSON for programs (SANDBOX-3, SANDBOX-4). */
export const mailboxRoutes = (app: FastifyInstance, mailbox: SandboxMail): void => {
  app.get('/sandbox/mailbox.json', { schema: { hide: true } }, async (request, reply) => {
    const { data } = listQuery.safeParse(request.query);
    if (!data) return sendRefusal(reply, refuse('invalid_input', { to: ['Give one address.'] }));
    const mails = await mailbox.read(data.to || undefined);
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify(
          mails.map(({ reply_to, ...mail }) => ({
            ...mail,
            ...(reply_to !== null && { reply_to }),
            links: linksIn(mail.html),
          })),
        ),
      );
  });

  app.get('/sandbox/mailbox', { schema: { hide: true } }, async (request, reply) => {
    const to = listQuery.safeParse(request.query).data?.to ?? '';
    const mails = await mailbox.read(to || undefined);
    const list = mails.map(
      (mail) => html`<li><a href="/sandbox/mailbox/${mail.id}">${mail.subject}</a>
<small>to ${mail.to}, ${formatSentTime(mail)}</small></li>`,
    );
    const content = html`<form method="get" action="/sandbox/mailbox">
<label>To<input type="email" name="to" value="${to}" autocomplete="off" placeholder="Any address"></label>
<button>Show</button></form>
${mails.length > 0 ? html`<ul>${list}</ul>` : html`<p>No mail yet${to && ` to ${to}`}.</p>`}`;
    return sendSandboxPage(reply, 'Mailbox', content);
  });

  app.get('/sandbox/mailbox/:id', { schema: { hide: true } }, async (request, reply) => {
    const id = mailParams.safeParse(request.params).data?.id;
    const mail = id && (await mailbox.find(id));
    if (!mail) return sendNotFound(reply);
    const links = linksIn(mail.html).map((link) => html`<li><a href="${link}">${link}</a></li>`);
    const content = html`<p class="muted">To ${mail.to}${mail.reply_to === null ? '' : `, reply to ${mail.reply_to}`}, ${formatSentTime(mail)} · <a href="/sandbox/mailbox">All mails</a></p>
<iframe src="/sandbox/mailbox/${mail.id}/body" title="Mail" sandbox="${FRAME}"></iframe>
<h2>Links</h2><ul>${links}</ul>
<h2>As plain text</h2><div class="panel"><pre>${mail.text}</pre></div>`;
    return sendSandboxPage(reply, mail.subject, content);
  });

  app.get('/sandbox/mailbox/:id/body', { schema: { hide: true } }, async (request, reply) => {
    const id = mailParams.safeParse(request.params).data?.id;
    const mail = id && (await mailbox.find(id));
    if (!mail) return sendNotFound(reply);
    return reply
      .headers({
        'content-security-policy': BODY_POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
};

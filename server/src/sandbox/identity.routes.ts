import { NAME_MAX } from '@sokuwa/contract/account/account.rules.ts';
import { brand } from '@sokuwa/contract/brand.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { DEMO_USERS, type SandboxIdentity, type SandboxUser } from '../ports/identity/sandbox.identity.ts';
import { html } from './html.ts';
import { sendSandboxPage } from './sandbox.page.ts';

const HOME = '/sandbox/identity';
const PEOPLE = `${HOME}/people`;

/** The form data of the sign-in page: a demo user, a custom user, or cancel. */
const formSchema = z.union([
  z.object({ no: z.string() }),
  z.object({
    demo: z.coerce
      .number()
      .int()
      .min(0)
      .max(DEMO_USERS.length - 1),
  }),
  z.object({
    name: z.string().trim().min(1).max(NAME_MAX),
    email: z.email(),
    verified: z.literal('on').optional(),
  }),
]);
const userOf = (form: z.infer<typeof formSchema>): SandboxUser | undefined => {
  if ('no' in form) return undefined;
  if ('demo' in form) return DEMO_USERS[form.demo];
  return { name: form.name, email: form.email, verified: form.verified === 'on' };
};

const formatVerification = ({ verified }: SandboxUser) => (verified ? 'email verified' : 'email not verified');

const sendNoSignIn = (reply: FastifyReply): FastifyReply =>
  sendSandboxPage(
    reply,
    'No sign-in in progress',
    html`<p>This sign-in has expired, or was started in another browser. <a href="/login">Sign in again</a></p>`,
    400,
  );

/** An OpenID Connect provider with a page to choose the user (SANDBOX-7). */
export const identityRoutes = (app: FastifyInstance, identity: SandboxIdentity): void => {
  const users = DEMO_USERS.map(
    (user, n) => html`<li><form method="post" action="${PEOPLE}">
<button class="person" name="demo" value="${n}">${user.name} <small>${user.email}, ${formatVerification(user)}</small></button>
</form></li>`,
  );
  app.register(async (scope) => {
    // The provider library or the handler below parses the request body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${HOME}/*`, { schema: { hide: true } }, async (request, reply) => {
      reply.hijack();
      await identity.handle(request.raw, reply.raw);
    });
  });
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.get(PEOPLE, { schema: { hide: true } }, async (request, reply) => {
      if (!(await identity.hasPendingInteraction(request.raw, reply.raw))) return sendNoSignIn(reply);
      return sendSandboxPage(
        reply,
        'Choose a user',
        html`<p>Sign in to ${brand.name} as one of these demo users, or as any other user. No password is needed.</p>
<ul>${users}</ul>
<h2>Another user</h2>
<form class="panel" method="post" action="${PEOPLE}">
<label>Name<input name="name" required maxlength="${NAME_MAX}" autocomplete="off"></label>
<label>Email<input type="email" name="email" required autocomplete="off"></label>
<label class="box"><input type="checkbox" name="verified" checked> Email is verified</label>
<button>Continue</button>
</form>
<form method="post" action="${PEOPLE}"><button class="quiet" name="no" value="1">Cancel</button></form>`,
      );
    });
    scope.post(PEOPLE, { schema: { hide: true } }, async (request, reply) => {
      if (!(await identity.hasPendingInteraction(request.raw, reply.raw))) return sendNoSignIn(reply);
      const { data } = formSchema.safeParse(request.body);
      // Show the form again if the input is invalid.
      if (!data) return reply.redirect(PEOPLE, 303);
      return reply.redirect(await identity.finishInteraction(request.raw, reply.raw, userOf(data)), 303);
    });
  });
  app.get(HOME, { schema: { hide: true } }, async (_, reply) =>
    sendSandboxPage(
      reply,
      'Identity provider',
      html`<p>It replaces Google in the sandbox. <a href="/login">Log in to the shop</a> with Google, then choose one of these users or
enter another.</p>
<ul>${DEMO_USERS.map((user) => html`<li><b>${user.name}</b> <small>${user.email}, ${formatVerification(user)}</small></li>`)}</ul>`,
    ),
  );
};

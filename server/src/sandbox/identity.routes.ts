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
const said = z.union([
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
const personOf = (words: z.infer<typeof said>): SandboxUser | undefined => {
  if ('no' in words) return undefined;
  if ('demo' in words) return DEMO_USERS[words.demo];
  return { name: words.name, email: words.email, verified: words.verified === 'on' };
};

const proof = ({ verified }: SandboxUser) => (verified ? 'e-mail is verified' : 'e-mail is not verified');

const sendNobody = (reply: FastifyReply): FastifyReply =>
  sendSandboxPage(
    reply,
    'Nobody is asked',
    html`<p>This sign-in is over, or was begun in another browser. <a href="/login">Begin again</a></p>`,
    400,
  );

/** An OpenID Connect provider with a page to choose the user (SANDBOX-7). */
export const identityRoutes = (app: FastifyInstance, identity: SandboxIdentity): void => {
  const people = DEMO_USERS.map(
    (person, n) => html`<li><form method="post" action="${PEOPLE}">
<button class="person" name="demo" value="${n}">${person.name} <small>${person.email}, ${proof(person)}</small></button>
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
      if (!(await identity.hasPendingInteraction(request.raw, reply.raw))) return sendNobody(reply);
      return sendSandboxPage(
        reply,
        'Who are you?',
        html`<p>${brand.name} asks who you are. Everybody is believed here.</p>
<ul>${people}</ul>
<h2>Somebody else</h2>
<form class="panel" method="post" action="${PEOPLE}">
<label>Name<input name="name" required maxlength="${NAME_MAX}" autocomplete="off"></label>
<label>E-mail<input type="email" name="email" required autocomplete="off"></label>
<label class="box"><input type="checkbox" name="verified" checked> E-mail is verified</label>
<button>Continue</button>
</form>
<form method="post" action="${PEOPLE}"><button class="quiet" name="no" value="1">Cancel</button></form>`,
      );
    });
    scope.post(PEOPLE, { schema: { hide: true } }, async (request, reply) => {
      if (!(await identity.hasPendingInteraction(request.raw, reply.raw))) return sendNobody(reply);
      const { data } = said.safeParse(request.body);
      // Show the form again if the input is invalid.
      if (!data) return reply.redirect(PEOPLE, 303);
      return reply.redirect(await identity.finishInteraction(request.raw, reply.raw, personOf(data)), 303);
    });
  });
  app.get(HOME, { schema: { hide: true } }, async (_, reply) =>
    sendSandboxPage(
      reply,
      'Identity provider',
      html`<p>It stands in for Google. <a href="/login">Log in to the shop</a> with Google, and choose one of these, or say
who you are.</p>
<ul>${DEMO_USERS.map((person) => html`<li><b>${person.name}</b> <small>${person.email}, ${proof(person)}</small></li>`)}</ul>`,
    ),
  );
};

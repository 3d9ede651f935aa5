import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';
import type { Transport } from './api.ts';

/** What the server hands to a page that it renders. */
export type RequestContext = {
  send: Transport;
  /** The visitor's country. */
  country: string;
  /** Origin of the shop, for canonical links. */
  origin: string;
  /** Whether the sandbox pages are served. */
  sandbox: boolean;
  /** Where flags are looked for after the shop's own; `{code}` stands for the country's two small letters. */
  flagSources?: readonly string[];
};

declare module '@tanstack/react-router' {
  interface Register {
    server: { requestContext: RequestContext };
  }
}

// Whole pages, not streams: their bytes are kept and sent again, with a policy that names their scripts.
const handle = createStartHandler(defaultRenderHandler);

export default { fetch: (request: Request, context: RequestContext) => handle(request, { context }) };

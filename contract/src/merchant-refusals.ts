/** The refusals that only calls of merchants and operators return. The shop's pages have no texts for them. */
export const merchantRefusals = {
  token_read_only: { status: 403, text: 'This token may only read. Use one with the scope "write".' },
  order_disputed: {
    status: 409,
    text: 'The buyer has complained to the bank. Do not ship this order until that is resolved.',
  },
  nothing_to_ship: { status: 409, text: 'Nothing of this order is left to ship.' },
  nothing_shipped: { status: 409, text: 'Nothing of this order has been shipped.' },
  unknown_carrier: { status: 400, text: 'Choose a carrier of the list of carriers, or "other".' },
  pieces_changed: { status: 409, text: 'Fewer or more pieces are left than you know of. Read the order again.' },
  too_many_pieces: { status: 409, text: 'There are fewer pieces left than you want to ship or cancel.' },
  webhook_url_refused: {
    status: 400,
    text: 'Webhooks are sent to the internet only: the URL must begin with https://, without a port, and must not name an address inside a network.',
  },
  too_many_webhooks: { status: 409, text: 'There can be 10 endpoints at most. Delete one first.' },
  webhook_disabled: { status: 409, text: 'The endpoint is disabled. Enable it first.' },
  encryption_unavailable: {
    status: 503,
    text: 'The shop cannot store secrets yet. Its operator has to set ENCRYPTION_KEY.',
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type MerchantRefusalCode = keyof typeof merchantRefusals;

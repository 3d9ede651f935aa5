-- Webhooks: events that the shop sends to programs of merchants (docs/decisions/webhooks.md).

create table webhook_endpoint (
  id uuid primary key default gen_random_uuid(),
  merchant_id integer not null references merchant on delete cascade,
  url text not null check (url <> ''),
  event_types text[] not null check (cardinality(event_types) > 0),
  is_enabled boolean not null default true,
  -- Why the shop has disabled it.
  disabled_for text check (disabled_for in ('gone', 'failing')),
  -- Since when all attempts have failed.
  failing_since timestamptz,
  -- Nothing is sent before: a worker is sending to it, or it has failed.
  free_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (disabled_for is null or not is_enabled)
);
create index on webhook_endpoint (merchant_id);

-- The secrets that sign, encrypted. One of an endpoint has no end; others were replaced.
create table webhook_secret (
  id integer generated always as identity primary key,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  ciphertext text not null,
  ends_at timestamptz
);
create unique index on webhook_secret (endpoint_id) where ends_at is null;
create index on webhook_secret (endpoint_id);

-- What happened. It is written only if an endpoint of the merchant is subscribed to it.
create table webhook_event (
  -- The header webhook-id.
  id uuid primary key default gen_random_uuid(),
  merchant_id integer not null references merchant on delete cascade,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index on webhook_event (created_at);
create index on webhook_event (merchant_id);

-- An event on its way to an endpoint.
create table webhook_delivery (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references webhook_event on delete cascade,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- All attempts, and those since it was sent or replayed.
  attempts integer not null default 0,
  tries integer not null default 0,
  next_attempt_at timestamptz default now(),
  created_at timestamptz not null default now(),
  unique (event_id, endpoint_id),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index on webhook_delivery (endpoint_id, created_at, id);
create index on webhook_delivery (endpoint_id, status, created_at, id);
create index webhook_delivery_pending on webhook_delivery (endpoint_id, next_attempt_at) where status = 'pending';

-- The log: neither bodies of responses nor details of errors, which would show what is inside a network.
create table webhook_attempt (
  delivery_id uuid not null references webhook_delivery on delete cascade,
  n integer not null,
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  status_code smallint,
  failure text check (failure in ('timeout', 'connection', 'address', 'redirect', 'status')),
  primary key (delivery_id, n)
);

-- Tokens of merchants' and operators' programs: several per owner, with a name each. A revoked token is deleted.
create table api_token (
  id integer generated always as identity primary key,
  -- Null: an operator.
  merchant_id integer references merchant on delete cascade,
  name text not null check (length(name) between 1 and 80),
  scope text not null check (scope in ('read', 'write')),
  -- SHA-256 of the token.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique nulls not distinct (merchant_id, name)
);

-- Release 1.0 has one token per merchant. Those that its nodes create are added, and those that are revoked here end there.
insert into api_token (merchant_id, name, scope, token_hash, created_at)
  select merchant_id, 'default', 'write', token_hash, created_at from seller_token;

create function add_seller_token() returns trigger language plpgsql as $$
begin
  insert into api_token (merchant_id, name, scope, token_hash, created_at)
    values (new.merchant_id, 'default', 'write', new.token_hash, new.created_at)
    on conflict (merchant_id, name) do update
      set scope = excluded.scope, token_hash = excluded.token_hash, created_at = excluded.created_at, last_used_at = null;
  return null;
end $$;
create trigger add_seller_token after insert or update on seller_token for each row execute function add_seller_token();

create function revoke_seller_token() returns trigger language plpgsql as $$
begin
  delete from seller_token where token_hash = old.token_hash;
  return null;
end $$;
create trigger revoke_seller_token after delete on api_token for each row execute function revoke_seller_token();

-- Who made an API token: the tokens of somebody who leaves a team end.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

-- Null: made by command, or before this release.
alter table api_token add column created_by integer references account on delete cascade;
create index on api_token (created_by);

-- As before. A token that a node of release 1.0 replaces was made by command.
create or replace function add_seller_token() returns trigger language plpgsql as $$
begin
  insert into api_token (merchant_id, name, scope, token_hash, created_at)
    values (new.merchant_id, 'default', 'write', new.token_hash, new.created_at)
    on conflict (merchant_id, name) do update
      set scope = excluded.scope, token_hash = excluded.token_hash, created_at = excluded.created_at, last_used_at = null, created_by = null;
  return null;
end $$;

-- What the merchants' pages of the desk need besides: search in messages, and saved replies (docs/decisions/merchant-pages.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

-- Whether something has changed in a merchant's threads.
create index on message_thread (merchant_id, changed);

-- The words by which merchants find a thread: of the buyer's name, the subject, the product, the order's id and all posts. One of them is
-- '/merchant/' and the merchant's id, so that the index is asked for both at once; no text has a word with a slash.
create table message_words (
  thread_id uuid primary key references message_thread on delete cascade,
  words tsvector not null
);
create index message_words_search on message_words using gin (words);

create function words_of_thread(id uuid) returns tsvector language sql stable as $$
  select array_to_tsvector(array['/merchant/' || t.merchant_id] || array(
    select word from words_of(concat_ws(' ', a.first_name, a.last_name, t.subject, t.product_title, t.order_id,
      (select string_agg(p.content, ' ') from message_post p where p.thread_id = t.id))) word limit 20000))
  from message_thread t join account a on a.id = t.account_id where t.id = $1
$$;

-- Triggers, because nodes of release 1.0 write posts too. A thread with very many words keeps those that it has: the index has a limit.
create function add_message_words() returns trigger language plpgsql as $$
begin
  if new.n = 0 then
    insert into message_words (thread_id, words) values (new.thread_id, words_of_thread(new.thread_id)) on conflict do nothing;
  else
    update message_words set words = words || array_to_tsvector(array(select word from words_of(new.content) word))
      where thread_id = new.thread_id and length(words) < 20000;
  end if;
  return null;
end $$;
create trigger add_message_words after insert on message_post for each row execute function add_message_words();

-- Nobody is found by a name that was changed.
create function follow_name_in_messages() returns trigger language plpgsql as $$
begin
  update message_words w set words = words_of_thread(t.id) from message_thread t where t.account_id = new.id and w.thread_id = t.id;
  return null;
end $$;
create trigger follow_name_in_messages after update of first_name, last_name on account for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function follow_name_in_messages();

insert into message_words (thread_id, words) select id, words_of_thread(id) from message_thread;

-- Replies that a merchant has prepared.
create table saved_reply (
  id integer generated always as identity primary key,
  merchant_id integer not null references merchant on delete cascade,
  title text not null check (title <> ''),
  content text not null check (content <> ''),
  unique (merchant_id, title)
);

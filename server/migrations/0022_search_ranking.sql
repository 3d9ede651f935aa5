-- Search: what a product is called, what kind of thing it is, and words that differ by one edit
-- (docs/decisions/search.md). Rewrites the table of products.

-- The names of a product's sub-item, sub-category and category. The triggers below keep them up to date.
alter table product add column category_names text[] not null default '{}';

create function category_names_of(item integer) returns text[]
  language sql stable
  return (select array[s.name, u.name, c.name]
    from sub_item s join sub_category u on u.id = s.sub_category_id join category c on c.id = s.category_id
    where s.id = item);

create function set_category_names() returns trigger language plpgsql as $$
begin
  new.category_names := coalesce(category_names_of(new.sub_item_id), '{}');
  return new;
end $$;
create trigger set_category_names before insert or update of sub_item_id on product for each row
  execute function set_category_names();

create function category_renamed() returns trigger language plpgsql as $$
begin
  update product set category_names = coalesce(category_names_of(sub_item_id), '{}')
  where sub_item_id in (
    select id from sub_item
    where (tg_table_name = 'sub_item' and id = new.id)
      or (tg_table_name = 'sub_category' and sub_category_id = new.id)
      or (tg_table_name = 'category' and category_id = new.id));
  return null;
end $$;
create trigger category_renamed after update of name on category for each row
  when (old.name <> new.name) execute function category_renamed();
create trigger category_renamed after update of name on sub_category for each row
  when (old.name <> new.name) execute function category_renamed();
create trigger category_renamed after update of name on sub_item for each row
  when (old.name <> new.name) execute function category_renamed();

update product set category_names = coalesce(category_names_of(sub_item_id), '{}');

-- The stems of a text, in order, joined to one word: 'Melon seeds' is melon_seed.
create function joined_stems(value text) returns text
  language sql immutable strict parallel safe
  return (select string_agg(stem.lexeme, '_' order by position)
    from unnest(to_tsvector('english', regexp_replace(fold_text(value), '[^[:alnum:]]+', ' ', 'g'))) stem,
      unnest(stem.positions) position);

-- The part of a title that says what the product is: 'Amber candle' of 'Amber candle in a clay pot, 200 g'.
create function title_head(folded text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(folded, '([,:;(]| (with|for|from|in|on|by|at|to) ).*$', '');

-- The words of a product's names. Weight A is the noun of the title (candle), B the rest of its head (amber), D the rest
-- of the title, C keywords and brand. '=melon_seed' is a whole keyword or the whole name of a category, '@candl' a word of
-- such a name.
create function name_vector(title text, keywords text[], brand text, category_names text[]) returns tsvector
  language sql immutable parallel safe
  return (
    select setweight(
        setweight(to_tsvector('english', head), 'B'), 'A',
        tsvector_to_array(to_tsvector('english', coalesce(substring(head from '([[:alnum:]]+)[^[:alnum:]]*$'), ''))))
      || setweight(to_tsvector('english', substr(folded, length(head) + 1)), 'D')
      || setweight(to_tsvector('english', fold_text(join_words(keywords) || ' ' || coalesce(brand, ''))), 'C')
      || array_to_tsvector(array(
        select '=' || joined_stems(name) from unnest(keywords || category_names) name where joined_stems(name) is not null
        union
        select '@' || lexeme from unnest(tsvector_to_array(to_tsvector('english', fold_text(join_words(category_names))))) lexeme))
    from (select fold_text(title) as folded, title_head(fold_text(title)) as head) name
  );

alter table product drop column search_names, drop column search_all,
  add column search_names tsvector not null
    generated always as (name_vector(title, keywords, brand, category_names)) stored,
  add column search_all tsvector not null
    generated always as (
      name_vector(title, keywords, brand, category_names)
      || setweight(to_tsvector('english', fold_text(origin || ' ' || description)), 'D')
    ) stored;
create index product_search_names on product using gin (in_slice(search_names, id)) with (fastupdate = off);
create index product_search_all on product using gin (in_slice(search_all, id)) with (fastupdate = off);

-- The same words in the names of the category: '@candl' for 'candl', of a phrase all words.
create function category_query(query tsquery) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(
    regexp_replace(query::text, '<[^>]+>', '&', 'g'), '''([^'']+)''', '''@\1''', 'g')::tsquery;

-- Whole keywords: '=melon_seed' for 'melon' <-> 'seed'.
create function keyword_query(query tsquery) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(
    regexp_replace(query::text, ''' <[^>]+> ''', '_', 'g'), '''([^'']+)''', '''=\1''', 'g')::tsquery;

-- The stem of a word, and the word without one of its letters each. Two words that differ by one edit (a letter added,
-- dropped or replaced, or two neighbours swapped) share one of these.
create function word_stem(word text) returns text
  language sql immutable strict parallel safe
  return coalesce((tsvector_to_array(to_tsvector('english', word)))[1], word);
create function one_letter_less(word text) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct overlay(word placing '' from n for 1) from generate_series(1, length(word)) n) || word;
create index search_word_stem on search_word (word_stem(word));
create index search_word_one_letter_less on search_word using gin (one_letter_less(word));

create or replace function product_added() returns trigger language plpgsql as $$
begin
  perform count_in_buckets(array(
    select row(1, id, category_id, sub_item_id, merchant_id, discount_percent, sale_kobo, own_brand, (stock > 0)::integer)::bucketed_product
    from added));
  insert into search_word
    select distinct word from added, naming_words(added.title || ' ' || join_words(added.category_names), added.keywords, added.brand) word
    order by word
    on conflict do nothing;
  return null;
end $$;
create or replace function product_renamed() returns trigger language plpgsql as $$
begin
  insert into search_word
    select distinct word from naming_words(new.title || ' ' || join_words(new.category_names), new.keywords, new.brand) word
    order by word
    on conflict do nothing;
  return null;
end $$;
drop trigger product_renamed on product;
create trigger product_renamed after update of title, keywords, brand, category_names on product for each row
  execute function product_renamed();
insert into search_word
  select distinct word from (select distinct category_names from product) p, naming_words(join_words(p.category_names), '{}', null) word
  on conflict do nothing;

-- A store without a cover picture shows none.
alter table merchant alter column cover_key drop not null;
update merchant set cover_key = null where cover_key = '';

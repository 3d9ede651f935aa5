-- The name of a city that the list of places lacks (ACCOUNT-147); then there is no city_id.
alter table account add column unlisted_city text;

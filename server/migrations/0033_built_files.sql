-- The scripts and styles of the last releases. A browser that has one of them gets only what changed (SHELL-99).
create table built_file (
  -- Of the content.
  sha256 bytea primary key check (octet_length(sha256) = 32),
  name text not null,
  content bytea not null,
  -- The number of the newest release that contains the file.
  release integer not null
);

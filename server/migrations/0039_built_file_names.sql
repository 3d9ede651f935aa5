-- Two files of a release may have the same content, such as the scripts of two routes that only redirect. Only one of them was stored.
alter table built_file drop constraint built_file_pkey;
alter table built_file add primary key (sha256, name);

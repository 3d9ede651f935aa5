-- What the shop takes of each sale, in per mille of the price. Null: the setting COMMISSION_PER_MILLE.
alter table merchant add column commission_per_mille smallint check (commission_per_mille between 0 and 1000);

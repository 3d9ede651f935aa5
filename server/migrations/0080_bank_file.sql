-- When the file for the bank was last made: two people who each send it would pay its lines twice.
alter table payout_batch add column file_made_at timestamptz;

-- Each provider is asked about its own payouts: those of a provider that the settings have replaced are skipped without reading them.
create index payout_to_ask_of_provider on payout (provider, ask_at) where ask_at is not null;
drop index payout_to_ask;

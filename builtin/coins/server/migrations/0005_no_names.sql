-- The ledger is append-only and outlives accounts, so it must name nobody: gifts carried both usernames, which the statement
-- composes now, and opening balances had the id of the person in the dashboard before as their key.
alter table transfer disable trigger transfer_append_only;
update transfer set note = '' where kind = 'gifts:given' and note <> '';
update transfer set key = 'transfer:' || id where kind = 'importers:opening-balance' and key like 'person:%';
alter table transfer enable trigger transfer_append_only;

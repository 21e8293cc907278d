-- Transfers are only appended, so a block range finds those of a span of days at hardly any cost to a transfer.
create index transfer_created on transfer using brin (created_at);

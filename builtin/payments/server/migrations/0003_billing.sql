-- What the customer adds to a receipt, and the country whose tax applies.
alter table payment add column billing jsonb;
alter table document add column country text check (country ~ '^[A-Z]{2}$');
create index document_issued on document (issued_at, id);

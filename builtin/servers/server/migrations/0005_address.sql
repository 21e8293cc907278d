-- Where players join, as the panel last said it; null as long as it did not.
alter table server add column address text;

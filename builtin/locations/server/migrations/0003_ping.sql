-- An address at the location whose distance browsers measure.
alter table location add column ping_url text check (char_length(ping_url) <= 300);

-- Sums of a span of days, and the lists of staff.
create index event_sums on event (kind, at);

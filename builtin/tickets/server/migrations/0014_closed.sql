-- The figures count what was closed on each of the last days.
create index ticket_ended on ticket (closed_at) where closed_at is not null;

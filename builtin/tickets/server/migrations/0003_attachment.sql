create table attachment (
  id uuid primary key,
  -- The person who uploaded it.
  owner uuid not null references kernel.identity (id),
  -- Without a ticket it waits for a new one, without a message for its text.
  ticket_id uuid references ticket (id) on delete cascade,
  message_id bigint references message (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  kind text not null check (kind in ('picture', 'text')),
  -- A text's bytes are the blob with the attachment's own id.
  picture_id text,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null,
  constraint attachment_picture check ((kind = 'picture') = (picture_id is not null)),
  constraint attachment_sent check (message_id is null or ticket_id is not null)
);
create index attachment_ticket on attachment (ticket_id);
create index attachment_message on attachment (message_id);
create index attachment_owner on attachment (owner, created_at);
create index attachment_unsent on attachment (created_at) where message_id is null;

-- Bytes that a job removes: those of deleted attachments, and of uploads that did not end.
create table leftover (
  id uuid primary key,
  picture_id text,
  due_at timestamptz not null
);

create function leave_bytes() returns trigger language plpgsql as $$
begin
  insert into tickets.leftover (id, picture_id, due_at) values (old.id, old.picture_id, now())
    on conflict (id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger attachment_leaves after delete on attachment for each row execute function leave_bytes();

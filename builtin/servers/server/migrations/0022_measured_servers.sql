-- Servers that can be measured, in the order of their turns: the job of each minute reads no other rows.
create index server_measured on server (id) include (panel_id, identifier)
  where status = 'active' and coalesce(panel_state, 'ready') in ('ready', 'restoring-backup');

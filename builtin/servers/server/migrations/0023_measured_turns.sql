-- Each minute reads the servers of its turn alone, by their numbers on the panel.
create index server_turn on server (panel_id) include (id, identifier)
  where status = 'active' and coalesce(panel_state, 'ready') in ('ready', 'restoring-backup');
drop index server_measured;

-- Few servers are in these states, and the list of staff is asked for them: it would otherwise read all servers to find them.
create index server_state on server (status, created_at, id) where status <> 'active';
create index server_trouble on server (created_at, id) where (
  panel_state in ('missing', 'install-failed')
  or (panel_state = 'suspended' and status = 'active')
  or panel_owner_differs
  or problem is not null
);

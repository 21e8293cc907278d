-- Added plugins that move coins. The name stays for the statement after the plugin has gone.
create table plugin_wallet (
  plugin text primary key check (char_length(plugin) between 1 and 100),
  name text not null check (char_length(name) between 1 and 100),
  -- Null until somebody sets a budget: until then the plugin pays nothing.
  earn_per_day bigint check (earn_per_day between 0 and 1000000000)
);

-- One row for each plugin and day (UTC), locked by each payment until it commits: no two payments share the same rest.
create table plugin_earning (
  plugin text not null,
  day date not null,
  coins bigint not null check (coins > 0),
  primary key (plugin, day)
);

-- Added plugins write too: in their own name without an author, or for the customer, who is the author then.
alter table message alter column author drop not null;
alter table message add column plugin text;
-- As it was called then: the plugin may be gone.
alter table message add column plugin_name text;
alter table message add constraint message_writer check (author is not null or (plugin is not null and staff));
alter table message add constraint message_plugin check ((plugin is null) = (plugin_name is null));
create unique index message_plugin_request on message (plugin, request_key) where author is null;

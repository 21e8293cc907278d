-- `jsonb` sorts keys: settings would stand in another order than their author wrote them.
alter table kernel.plugin_package alter column manifest type json using manifest::json;

-- The plugin "webhooks" keeps the messages since version 1.1.0.
drop table delivery;

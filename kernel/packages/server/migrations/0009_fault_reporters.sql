-- Reports outlive the quarantine that they led to, so that staff can see who sent them.
alter table kernel.plugin_fault_report add column settled boolean not null default false;

-- Hidden until staff decide, or taken down by them.
alter table image add column withheld text check (withheld in ('review', 'removed'));

create extension if not exists pg_trgm with schema public;

CREATE TABLE "department" (
  "id" uuid PRIMARY KEY NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "name" text NOT NULL,
  "description" text NOT NULL,
  "opening_hours" jsonb NOT NULL,
  "enabled" boolean NOT NULL,
  CONSTRAINT "department_name_check" CHECK (char_length(name) between 1 and 191),
  CONSTRAINT "department_description_check" CHECK (char_length(description) between 0 and 2000)
);
CREATE UNIQUE INDEX "department_name_key" ON "department" USING btree (lower(name));
CREATE INDEX "department_name" ON "department" USING btree ("name","id");
CREATE INDEX "department_created" ON "department" USING btree ("created_at","id");
CREATE INDEX "department_search" ON "department" USING gin (name gin_trgm_ops,description gin_trgm_ops);

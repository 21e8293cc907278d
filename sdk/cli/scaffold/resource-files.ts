import { lines, type Choice } from './choice.ts'

/** `resource.ts`: table, REST endpoints, permissions and admin pages follow from the fields. */
export const resourceFile = ({ id }: Choice): string =>
  lines(
    `import { boolean, choice, defineResource, text } from '@spawnpoint/sdk/resource'`,
    '',
    '// Table, REST endpoints, permissions and the four admin pages follow from this.',
    `export const articles = defineResource('${id}/articles', {`,
    '  nav: { order: 910 },',
    "  icon: 'FileText',",
    "  title: 'headline',",
    '  fields: {',
    '    headline: text(1, 200).unique().column({ sort: true, search: true }),',
    "    kind: choice(['news', 'guide']).initial('news').column({ filter: true }),",
    '    enabled: boolean(true).column({ filter: true }),',
    '  },',
    '})',
  )

/** As `migration` writes it from the declaration; `articles.test.ts` compares the two. */
export const resourceMigrationFile = (): string =>
  lines(
    'create extension if not exists pg_trgm with schema public;',
    '',
    'CREATE TABLE "article" (',
    '  "id" uuid PRIMARY KEY NOT NULL,',
    '  "version" integer DEFAULT 1 NOT NULL,',
    '  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,',
    '  "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,',
    '  "headline" text NOT NULL,',
    '  "kind" text NOT NULL,',
    '  "enabled" boolean NOT NULL,',
    '  CONSTRAINT "article_headline_key" UNIQUE("headline"),',
    '  CONSTRAINT "article_headline_check" CHECK (char_length(headline) between 1 and 200),',
    `  CONSTRAINT "article_kind_check" CHECK (kind in ('news', 'guide'))`,
    ');',
    'CREATE INDEX "article_headline" ON "article" USING btree ("headline","id");',
    'CREATE INDEX "article_created" ON "article" USING btree ("created_at","id");',
    'CREATE INDEX "article_search" ON "article" USING gin (headline gin_trgm_ops);',
  )

/** `articles.test.ts`: what all resources share. */
export const resourceTestFile = (): string =>
  lines(
    `import { testResource } from '@spawnpoint/sdk/testing/resource'`,
    `import { articles } from './resource.ts'`,
    '',
    '// Table against declaration, rights, writes with their audit entries, refusals, lists, words.',
    'testResource(articles, { folder: import.meta.dirname })',
  )

-- What the views say in SQLite's words and PostgreSQL lacks. Dropped and made anew with the views.
DROP SCHEMA IF EXISTS lyra_sql CASCADE;
CREATE SCHEMA lyra_sql;
-- A function that calls another here names it when it runs, with the rights of who reads the view.
GRANT USAGE ON SCHEMA lyra_sql TO lyra_reader, lyra_worker;

-- A comparison is counted as 0 or 1
CREATE FUNCTION lyra_sql.add_flag(total bigint, flag boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT CASE WHEN flag IS NULL THEN total ELSE coalesce(total, 0) + flag::int END $$;
CREATE AGGREGATE lyra_sql.sum(boolean) (SFUNC = lyra_sql.add_flag, STYPE = bigint);
CREATE FUNCTION lyra_sql.flag_shares(counts bigint[], flag boolean) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT CASE WHEN flag IS NULL THEN counts ELSE ARRAY[counts[1] + flag::int, counts[2] + 1] END $$;
CREATE FUNCTION lyra_sql.share_of(counts bigint[]) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT counts[1]::float8 / nullif(counts[2], 0) $$;
CREATE AGGREGATE lyra_sql.avg(boolean)
  (SFUNC = lyra_sql.flag_shares, STYPE = bigint[], FINALFUNC = lyra_sql.share_of, INITCOND = '{0,0}');

-- Of two values; an unknown one makes the answer unknown
CREATE FUNCTION lyra_sql.max(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT greatest(a, b) $$;
CREATE FUNCTION lyra_sql.min(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT least(a, b) $$;

-- By the shortest digits that name the number, half away from zero
CREATE FUNCTION lyra_sql.round(value float8, places integer) RETURNS float8
  LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$ SELECT pg_catalog.round(value::text::numeric, places)::float8 $$;

-- CAST(text AS INTEGER): the digits in front, 0 where there are none
CREATE FUNCTION lyra_sql.leading_integer(value text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT coalesce(substring(value FROM '^\s*([+-]?[0-9]+)')::bigint, 0) $$;

CREATE FUNCTION lyra_sql.join_text(so_far text, value text, separator text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT CASE WHEN value IS NULL THEN so_far WHEN so_far IS NULL THEN value ELSE so_far || separator || value END $$;
CREATE AGGREGATE lyra_sql.group_concat(text, text) (SFUNC = lyra_sql.join_text, STYPE = text);

CREATE FUNCTION lyra_sql.json_list(items text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT array_to_json(items)::text $$;
CREATE FUNCTION lyra_sql.append_text(items text[], value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT array_append(items, value) $$;
CREATE AGGREGATE lyra_sql.json_group_array(text)
  (SFUNC = lyra_sql.append_text, STYPE = text[], FINALFUNC = lyra_sql.json_list, INITCOND = '{}');

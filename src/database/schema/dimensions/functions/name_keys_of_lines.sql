CREATE OR REPLACE FUNCTION name_keys_of_lines() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.lines := (SELECT json_agg(json_build_object('key', coalesce(l.x -> 'key', l.x -> 'departmentNumber'), 'percent',
    l.x -> 'percent') ORDER BY l.place)
    FROM json_array_elements(NEW.lines) WITH ORDINALITY AS l(x, place));
  RETURN NEW;
END
$$;

COMMENT ON FUNCTION name_keys_of_lines() IS
  'Departmental distributions call the key of a line departmentNumber: it is kept as the key.';

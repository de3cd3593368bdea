-- Every change of a row draws its objectVersion from here, so a version never comes back, not even when an item is
-- deleted and made again under the same number.
CREATE SEQUENCE object_version AS bigint CACHE 32;

#!/bin/sh
# Makes the roles and the database of docs/operators/install.md: run once by the image of PostgreSQL, or by hand as its superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -U "${POSTGRES_USER:-postgres}" -d postgres <<'SQL'
CREATE ROLE daybook_service LOGIN PASSWORD :'password';
CREATE ROLE daybook_owner LOGIN PASSWORD :'password';
CREATE DATABASE daybook OWNER daybook_owner ENCODING 'UTF8' TEMPLATE template0;
GRANT SET ON PARAMETER session_replication_role TO daybook_owner;
SQL

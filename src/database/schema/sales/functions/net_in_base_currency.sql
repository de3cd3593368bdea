CREATE OR REPLACE FUNCTION net_in_base_currency(invoice booked_invoice) RETURNS numeric
  LANGUAGE sql IMMUTABLE
  RETURN round((invoice.amount - invoice.vat_amount) * invoice.exchange_rate / 100, 2);

COMMENT ON FUNCTION net_in_base_currency(booked_invoice) IS
  'The net of a booked invoice in base currency: what a project is invoiced for.';

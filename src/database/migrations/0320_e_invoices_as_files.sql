-- Changes document_file. The inbox keeps e-invoices as they came.
ALTER TABLE document_file DROP CONSTRAINT document_file_kind_check;
ALTER TABLE document_file ADD CONSTRAINT document_file_kind_check CHECK (kind IN ('pdf', 'jpeg', 'png', 'einvoice'));

-- Changes document_file. Whether something is taken away from a PDF before it is served (rule 15.7) is not known of those
-- stored before.
ALTER TABLE document_file ADD COLUMN has_active_content boolean;
UPDATE document_file SET has_active_content = false WHERE kind <> 'pdf';
